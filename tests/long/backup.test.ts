import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openDatabase, type Sql } from '@minefall/platform'
import { silentLogger } from '@minefall/shared/node'
import { seededRandom } from '@minefall/shared/testing'
import pg from 'pg'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { postgresCluster } from '../harness/cluster.ts'
import { inDatabase } from '../harness/database-place.ts'
import { keepPlaying, newGuests } from '../harness/guest.ts'
import { shortTurns, startServer } from '../harness/server.ts'
import { loadSettings } from '../harness/settings.ts'
import { programs } from '../load/repository.ts'

const people = 30
const thinkMs = 100
const loadMs = 5_000
const lookMs = 200

/** Runs one of the product's own programs to its end; rejects with what it said when that is not 0. */
const run = async (program: string, env: Record<string, string>, ...args: string[]) =>
  (await promisify(execFile)(process.execPath, [program, ...args], { env: { ...process.env, ...env } }))
    .stdout

/** No one comes back to what was alive: what gathers is given up soon. */
const soon = { ABANDON_MS: '5000', GATHER_ABSENT_MS: '2000' }

const createDatabase = async (admin: string, name: string) => {
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
}

const matchesSchema = z.array(z.object({ id: z.string(), phase: z.string(), rows: z.int() }))

/** Each match with the rows of its journal. */
const matchesIn = async (sql: Sql) => {
  const { rows } = await sql.query(
    `select m.id, m.phase, count(d.seq)::int as rows from match m left join match_decision d on d.match_id = m.id group by m.id`,
  )
  return new Map(matchesSchema.parse(rows).map((match) => [match.id, match]))
}
const isLive = ({ phase }: { phase: string }) => phase !== 'settled' && phase !== 'voided'

it('goes on from a backup that was taken under load, on another server, with every match and coin', {
  timeout: 600_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minefall-backup-'))
  const first = await postgresCluster()
  const second = await postgresCluster()
  const over = new AbortController()
  await createDatabase(first.url('postgres'), 'minefall')
  const from = first.url('minefall')
  await inDatabase({ url: from }, shortTurns)
  const server = await startServer({ ...loadSettings, DATABASE_URL: from })
  const play = { thinkMs, over: over.signal }
  const games = newGuests(people).map((guest, index) =>
    keepPlaying(server.url, guest, seededRandom(index), play),
  )
  try {
    await delay(loadMs)
    const saved = join(folder, 'saved')
    const told = await run(programs.backup, { DATABASE_URL: from, DATA_DIR: server.dataDir }, 'backup', saved)
    expect(told).toContain(saved)
    const recorded = await inDatabase({ url: from }, (sql) => sql.query('select at from last_backup'))
    expect(recorded.rows).toEqual([{ at: expect.any(Date) }])
    await delay(loadMs)
    over.abort()
    await server.kill()

    // The other machine has nothing: neither a database nor keys.
    await createDatabase(second.url('postgres'), 'minefall')
    const to = { DATABASE_URL: second.url('minefall'), DATA_DIR: join(folder, 'restored') }
    expect(await run(programs.backup, to, 'restore', saved)).toContain('its ledger is in order')
    expect(await run(programs.ledgerCheck, to)).toBe('The ledger is in order.\n')
    const restored = await inDatabase({ url: to.DATABASE_URL }, matchesIn)
    const live = [...restored.values()].filter(isLive)
    expect(live.length).toBeGreaterThan(0)

    const next = await startServer({ ...loadSettings, ...soon, ...to })
    const sql = await openDatabase({ url: to.DATABASE_URL, log: silentLogger() })
    try {
      // No one comes back to them: the clock and practice opponents bring each to its end, or the rules void it.
      const open = async () => {
        const now = await matchesIn(sql)
        return live.filter(({ id }) => isLive(now.get(id) ?? { phase: 'playing' }))
      }
      await expect.poll(open, { timeout: 300_000, interval: lookMs }).toEqual([])
      expect(await next.stop()).toBe(0)
    } finally {
      await sql.close()
      await next.kill()
      await next.remove()
    }
    const ended = await inDatabase({ url: to.DATABASE_URL }, matchesIn)
    for (const { id, rows } of live) expect(ended.get(id)?.rows).toBeGreaterThan(rows)
    expect(await run(programs.ledgerCheck, to)).toBe('The ledger is in order.\n')
    const original = await inDatabase({ url: from }, matchesIn)
    console.log(
      `${original.size} matches were played, ${restored.size} are in the backup, ${live.length} of them were alive in it and came to their end after it`,
    )
  } finally {
    over.abort()
    await server.kill()
    await Promise.all(games)
    await server.remove()
    await first.remove()
    await second.remove()
    await rm(folder, { recursive: true, force: true })
  }
})
