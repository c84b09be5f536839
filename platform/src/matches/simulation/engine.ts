import { Duplex } from 'node:stream'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { laneOver } from '../../db/lane.ts'
import { pgliteTemplate } from '../../db/testing-pglite.ts'
import { rememberReads } from './reads.ts'

/** A separate database for one world. */
export type Engine = Sql & {
  /** Tells this listener alone what `pg_notify` notes, as the transaction that noted it is committed. */
  onNotice(listener: (payload: string) => void): void
  /** Empties what was filled since it was opened: another world costs less than another engine. */
  reset(): Promise<void>
  close(): Promise<void>
}

const namesSchema = z.array(z.object({ name: z.string() }))

/** Those of these tables that have rows. */
const filled = async (sql: Sql, tables: readonly string[]): Promise<string[]> => {
  const parts = tables.map((name) => `select '${name}' as name where exists (select from ${name})`)
  const { rows } = await sql.query(parts.join(' union all '))
  return namesSchema.parse(rows).map(({ name }) => name)
}

/**
 * PGlite in this very thread, so that a statement costs no change of threads: the world is frozen in the meantime anyway.
 * For tests alone.
 */
export const openEngine = async (): Promise<Engine> => {
  const pglite = await PGlite.create({
    dataDir: 'memory://',
    loadDataDir: new Blob([new Uint8Array(await pgliteTemplate())]),
  })
  // Runs in this turn, and without PGlite's own parsing of the answer, which the driver parses as well.
  const answer = (bytes: Uint8Array) => {
    void pglite.execProtocolRawStream(bytes, {
      syncToFs: false,
      onRawData: (part) => stream.push(Buffer.from(part)),
    })
  }
  const stream = Object.assign(
    new Duplex({
      read() {},
      writev(chunks, done) {
        answer(Buffer.concat(chunks.map(({ chunk }) => chunk)))
        done()
      },
      write(chunk, _encoding, done) {
        answer(chunk)
        done()
      },
    }),
    {
      setNoDelay: () => stream,
      setKeepAlive: () => stream,
      ref: () => stream,
      unref: () => stream,
      connect: () => {
        process.nextTick(() => stream.emit('connect'))
        return stream
      },
    },
  )
  const client = new pg.Client({ stream: () => stream, user: 'postgres', database: 'postgres', ssl: false })
  // Its stream ends when the engine is closed.
  client.on('error', () => {})
  await client.connect()
  // What is in memory is lost with it anyway: a commit of one row costs a third.
  await client.query('set synchronous_commit = off')
  const lane = laneOver(async () => ({ client, release: () => {} }))
  const { rows } = await lane.query(`select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`)
  const tables = namesSchema.parse(rows).map(({ name }) => name)
  const kept = new Set(await filled(lane, tables))
  const emptied = tables.filter((name) => !kept.has(name))
  const remembering = await rememberReads(lane)
  return {
    ...remembering,
    async reset() {
      const names = await filled(lane, emptied)
      if (names.length === 0) return
      // Past the triggers that keep the ledger and the journal from being emptied.
      await remembering.query('set session_replication_role = replica')
      await remembering.query(`truncate ${names.join(', ')} restart identity cascade`)
      await remembering.query('set session_replication_role = origin')
    },
    onNotice(listener) {
      client.removeAllListeners('notification')
      client.on('notification', ({ payload = '' }) => listener(payload))
    },
    async close() {
      stream.destroy()
      await pglite.close()
    },
  }
}
