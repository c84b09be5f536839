import { Duplex } from 'node:stream'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { Lane } from '../../db/index.ts'
import { laneOver } from '../../db/lane.ts'
import { pgliteTemplate } from '../../db/testing-pglite.ts'

/** A separate database for one world. */
export type Engine = Lane & { close(): Promise<void> }

/**
 * PGlite in this very thread, so that a statement costs no change of threads: the world is frozen in the meantime anyway.
 * For tests alone.
 */
export const openEngine = async (): Promise<Engine> => {
  const pglite = await PGlite.create({
    dataDir: 'memory://',
    loadDataDir: new Blob([new Uint8Array(await pgliteTemplate())]),
  })
  const answer = (bytes: Uint8Array) => {
    stream.push(Buffer.from(pglite.execProtocolRawSync(bytes)))
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
  return {
    ...laneOver(async () => ({ client, release: () => {} })),
    async close() {
      stream.destroy()
      await pglite.close()
    },
  }
}
