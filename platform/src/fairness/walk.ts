import type { Clock } from '@minefall/shared/node'
import {
  type Finding,
  followBoards,
  lockOpenMost,
  noBoards,
  type Signers,
  type Walked,
  walkLog,
} from '@minefall/shared/record'
import { Gauge, type Registry } from 'prom-client'
import { z } from 'zod'
import type { Database, Log, Sql } from '../db/index.ts'
import { repeat } from '../jobs/repeating.ts'
import { workerPool } from '../jobs/worker-pool.ts'
import { keepHeads, readBoardLines, readHeads, readLog } from './read-log.ts'
import { readRecord } from './read-record.ts'

export type WalkOptions = {
  db: Database
  clock: Clock
  log: Log
  metrics: Registry
  signers: Signers
  /** Which shards are this node's to walk. */
  isHeld(shard: number): boolean
  everyMs: number
}

const stepSchema = z.string().nullable()
const walkedSchema = z.object({ shard: z.int(), position: z.int(), hash: z.string() })

/** What one page of a shard comes to. */
type Page = { shard: number; before: Walked; walked: Walked; findings: Finding[]; tallies: Tally[] }
type Tally = { day: string; gameId: string; outcome: string }

/** Writes a page, unless someone else has walked there since. */
const writePage = (db: Database, { shard, before, walked, findings, tallies }: Page, at: number) =>
  db.transaction(async (tx) => {
    const moved = await tx.query(
      'update fairness_walk set position = $3, hash = $4 where shard = $1 and position = $2',
      [shard, before.position, walked.position, walked.hash],
    )
    if (moved.count === 0) return
    await noteFindings(tx, shard, findings, at)
    await tx.query(
      `insert into fairness_tally as t (day, game_id, outcome, matches)
       select day, game_id, outcome, count(*) from unnest($1::date[], $2::text[], $3::text[]) as u (day, game_id, outcome)
       group by day, game_id, outcome order by day, game_id, outcome
       on conflict (day, game_id, outcome) do update set matches = t.matches + excluded.matches`,
      [
        tallies.map(({ day }) => day),
        tallies.map(({ gameId }) => gameId),
        tallies.map(({ outcome }) => outcome),
      ],
    )
  })

/** The answer is how many were not known. */
const noteFindings = async (sql: Sql, shard: number, findings: readonly Finding[], at: number) => {
  if (findings.length === 0) return 0
  const { count } = await sql.query(
    `insert into fairness_finding (shard, position, finding, found_at)
     select $1, position, finding, $4 from unnest($2::int[], $3::text[]) as f (position, finding)
     on conflict do nothing`,
    [shard, findings.map(({ position }) => position), findings.map(({ finding }) => finding), new Date(at)],
  )
  return count
}

type Verify = (told: string) => Promise<string | null>

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Walks one page of a shard on; null at its end. Each match that the page closes is checked as a whole. */
const walkPage = async (
  db: Database,
  shard: number,
  before: Walked,
  verify: Verify,
): Promise<Page | null> => {
  const lines = await readLog(db, { shard, after: before.position })
  if (lines.length === 0) return null
  const { walked, closed, ...chain } = walkLog(before, lines)
  const findings = [...chain.findings]
  if (lines.some(({ kind }) => kind === 'daily' || kind === 'seed')) {
    const { boards } = followBoards(noBoards, await readBoardLines(db, shard, before.position))
    findings.push(...followBoards(boards, lines).findings)
  }
  const tallies: Tally[] = []
  for (const { matchId, position } of closed) {
    const say = (finding: string) => findings.push({ position, finding })
    const record = await readRecord(db, matchId)
    const end = record?.events.at(-1)
    if (!record || !end || !('reason' in end)) {
      say(`match ${matchId} is closed and not over`)
      continue
    }
    const failed = await verify(JSON.stringify(record))
    if (failed) say(`match ${matchId} fails at ${failed}`)
    const locked = record.events.find(({ type }) => type === 'Locked')
    if (!locked) continue
    if (end.at - locked.at > lockOpenMost) say(`match ${matchId} was open for too long`)
    const outcome = end.type === 'Settled' ? 'settled' : end.reason
    tallies.push({ day: dayOf(end.at), gameId: record.header.gameId, outcome })
  }
  return { shard, before, walked, findings, tallies }
}

const openSchema = z.object({ id: z.string(), shard: z.int() })

/** Matches that were locked so long ago that they should be over. */
const readLate = async (sql: Sql, shards: readonly number[], now: number) => {
  const { rows } = await sql.query(
    `select id, shard from match where shard = any ($1::int[]) and phase in ('locking', 'playing')
       and coalesce(started_at, opened_at) < $2`,
    [shards, new Date(now - lockOpenMost)],
  )
  return openSchema.array().parse(rows)
}

const countedSchema = z.object({ findings: z.bigint(), walked: z.date() })

const walkMetrics = (registry: Registry, db: Sql) => {
  const gauge = (name: string, help: string, value: (row: z.infer<typeof countedSchema>) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const { rows } = await db
          .query(
            'select (select count(*) from fairness_finding) as findings, (select min(at) from fairness_walk) as walked',
          )
          .catch(() => ({ rows: [] }))
        const row = countedSchema.safeParse(rows[0]).data
        if (row) this.set(value(row))
      },
    })
  gauge(
    'minefall_fairness_findings',
    'What the walk over the fairness log ever found wrong, on whichever node.',
    ({ findings }) => Number(findings),
  )
  gauge(
    'minefall_fairness_walked_seconds',
    'Until when all fairness logs were walked, in seconds since 1970.',
    ({ walked }) => walked.getTime() / 1_000,
  )
}

const hourMs = 3_600_000

/**
 * Walks the fairness logs of this node's shards on, again and again, until the answer is called: every line, every match
 * that is over. What is wrong is an error with the alarm `fairness`, kept and told once. Signs and keeps the heads of each
 * hour.
 */
export const startWalking = (options: WalkOptions): (() => Promise<void>) => {
  const { db, clock, log, metrics, signers, isHeld, everyMs } = options
  walkMetrics(metrics, db)
  const pool = workerPool({ file: 'fairness/verify-worker.mjs', name: 'verify' })
  const verify: Verify = async (told) => stepSchema.parse(await pool.run(told))
  const alarm = (shard: number, findings: readonly Finding[]) => {
    for (const { position, finding } of findings)
      log.error({ shard, position, finding, alarm: 'fairness' }, 'the fairness log does not hold')
  }
  let keptHour = 0
  const keepHour = async () => {
    const now = clock.now()
    const hour = Math.floor(now / hourMs) * hourMs
    if (hour === keptHour || !isHeld(0)) return
    const signed = signers.current.sign('heads', await readHeads(db, now))
    await keepHeads(db, new Date(hour), JSON.stringify(signed))
    keptHour = hour
  }
  const walkShard = async (shard: number, from: Walked, stopping: AbortSignal) => {
    let before = from
    for (;;) {
      const page = stopping.aborted ? null : await walkPage(db, shard, before, verify)
      if (!page) return
      alarm(shard, page.findings)
      await writePage(db, page, clock.now())
      before = page.walked
    }
  }
  const walk = async (stopping: AbortSignal) => {
    await keepHour()
    const now = clock.now()
    const { rows } = await db.query('select shard, position, hash from fairness_walk order by shard')
    const { heads } = await readHeads(db, now)
    const mine = walkedSchema
      .array()
      .parse(rows)
      .filter(({ shard }) => isHeld(shard))
    const tellNew = async (shard: number, finding: Finding) => {
      if (await noteFindings(db, shard, [finding], now)) alarm(shard, [finding])
    }
    for (const { shard, ...from } of mine) {
      const end = heads[shard]?.position ?? 0
      if (end < from.position)
        await tellNew(shard, { position: end, finding: `had ${from.position} lines before` })
      else if (end > from.position) await walkShard(shard, from, stopping)
    }
    const shards = mine.map(({ shard }) => shard)
    for (const { id, shard } of await readLate(db, shards, now))
      await tellNew(shard, { position: 0, finding: `match ${id} is still open` })
    if (stopping.aborted) return
    await db.query('update fairness_walk set at = $2 where shard = any ($1::int[])', [shards, new Date(now)])
  }
  const stop = repeat(
    {
      job: 'fairness',
      clock,
      everyMs,
      failed: (error) => log.error({ err: error }, 'the fairness log could not be walked'),
    },
    async (stopping) => {
      try {
        await walk(stopping)
      } catch (error) {
        if (!stopping.aborted) throw error
      }
    },
  )
  return async () => {
    await stop()
    await pool.destroy()
  }
}
