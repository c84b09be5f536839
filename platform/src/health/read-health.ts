import type { DeskHealth, DeskHealthFigures } from '@minefall/shared/contracts/desk'
import type { Bus, Clock } from '@minefall/shared/node'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import type { World } from './world.ts'

/** When BFFs were last heard of, in milliseconds since 1970. */
type HeardEdges = {
  /** Those that were heard of since then. */
  since(at: number): ReadonlyMap<string, number>
  close(): void
}

/** How long a BFF that says nothing is remembered, in milliseconds. */
const rememberedMs = 86_400_000

/** Listens to the beats of BFFs. One that said that it is leaving is not waited for. */
export const hearEdges = ({ bus, clock }: { bus: Bus; clock: Clock }): HeardEdges => {
  const heard = new Map<string, number>()
  const close = bus.subscribe('edge.beat', null, ({ edge, leaving }) => {
    if (leaving) {
      heard.delete(edge)
      return
    }
    if (!heard.has(edge))
      for (const [other, at] of heard) if (at <= clock.now() - rememberedMs) heard.delete(other)
    heard.set(edge, clock.now())
  })
  return {
    since: (at) => new Map([...heard].filter(([, last]) => last > at)),
    close,
  }
}

const hour = 3_600_000
const day = 24 * hour

const count = z.bigint().transform(Number)
const time = z.date().transform((at) => at.getTime())

const edgeSchema = z.object({ edge: z.string(), told_at: time, connections: z.int() })

/** BFFs of the last hour: what they beat, and what they told. */
const readEdges = async (sql: Sql, heard: HeardEdges, now: number): Promise<DeskHealth['bffs']> => {
  const { rows } = await sql.query(
    `select distinct on (edge) edge, told_at, live + lagging + resuming as connections
     from connection_total where minute > $1 order by edge, minute desc`,
    [new Date(now - hour)],
  )
  const told = new Map(
    edgeSchema
      .array()
      .parse(rows)
      .map((row) => [row.edge, row]),
  )
  const beats = heard.since(now - hour)
  return [...new Set([...told.keys(), ...beats.keys()])].sort().map((edge) => ({
    edge,
    lastSeenAt: beats.get(edge) ?? null,
    recordedAt: told.get(edge)?.told_at ?? null,
    connections: told.get(edge)?.connections ?? null,
  }))
}

const platformSchema = z
  .object({
    node: z.string(),
    started_at: time,
    told_at: time,
    loop_ms: z.number().nullable(),
    flushes: count,
    flush_p95_ms: z.number().nullable(),
  })
  .transform(({ node, started_at, told_at, loop_ms, flushes, flush_p95_ms }) => ({
    node,
    startedAt: started_at,
    lastSeenAt: told_at,
    loopMs: loop_ms,
    journal: { flushes, p95Ms: flush_p95_ms },
  }))

const readPlatforms = async (sql: Sql, now: number): Promise<DeskHealth['platforms']> => {
  const { rows } = await sql.query(
    `select distinct on (node) * from platform_total where minute > $1 order by node, told_at desc`,
    [new Date(now - hour)],
  )
  return platformSchema.array().parse(rows)
}

const shardSchema = z.object({ shard: z.int(), node: z.string(), matches: count })

/** A node that was not heard for so long holds nothing, in milliseconds. */
const nodeSilentMs = 5_000

const readShards = async (sql: Sql, owners: World['owners']): Promise<DeskHealth['shards']> => {
  const { rows } = await sql.query(
    `select l.shard, l.node, (
       select count(*) from match m where m.shard = l.shard and m.phase in ('gathering', 'locking', 'playing')
     ) as matches
     from shard_lease l order by l.shard`,
  )
  return shardSchema
    .array()
    .parse(rows)
    .map(({ shard, node, matches }) => {
      const held = owners.ownerOf(shard)?.node === node && owners.silentFor(node) < nodeSilentMs
      return { shard, node, held, matches }
    })
}

const ledgerSchema = z.object({ checked_at: time.nullable(), findings: count.nullable(), failures: count })

const readLedger = async (sql: Sql, everyMs: number): Promise<DeskHealth['ledger']> => {
  const { rows } = await sql.query(
    `with checked as (
       select ledger_checked_at as at, ledger_findings as findings from platform_total
       where ledger_checked_at is not null order by ledger_checked_at desc limit 1
     )
     select (select at from checked) as checked_at, (select findings from checked) as findings,
       coalesce(sum(ledger_failed) filter (where minute > coalesce((select at from checked), '-infinity')), 0)::bigint
         as failures
     from platform_total`,
  )
  const { checked_at, findings, failures } = ledgerSchema.parse(rows[0])
  return { everyMs, checkedAt: checked_at, findings, failures }
}

const matchesSchema = z.object({
  hour_ended: count,
  hour_voided: count,
  day_ended: count,
  day_voided: count,
})

const readMatches = async (sql: Sql, now: number) => {
  const { rows } = await sql.query(
    `select count(*) filter (where ended_at > $2) as hour_ended,
       count(*) filter (where ended_at > $2 and phase = 'voided') as hour_voided,
       count(*) as day_ended, count(*) filter (where phase = 'voided') as day_voided
     from match where ended_at > $1 and started_at is not null`,
    [new Date(now - day), new Date(now - hour)],
  )
  return matchesSchema.parse(rows[0])
}

const totalsSchema = z.object({
  answers: count,
  answers_failed: count,
  codes_sent: count,
  codes_failed: count,
  quarantined: count,
  since: time.nullable(),
})

/** What all platforms counted since then. */
const readCounted = async (sql: Sql, since: number) => {
  const { rows } = await sql.query(
    `select ${['answers', 'answers_failed', 'codes_sent', 'codes_failed', 'quarantined']
      .map((name) => `coalesce(sum(${name}), 0)::bigint as ${name}`)
      .join()}, min(greatest(minute, started_at)) as since
     from platform_total where minute > $1`,
    [new Date(since)],
  )
  return totalsSchema.parse(rows[0])
}

const figuresOf = (
  matches: DeskHealthFigures['matches'],
  counted: z.infer<typeof totalsSchema>,
): DeskHealthFigures => ({
  matches,
  codes: { sent: counted.codes_sent, failed: counted.codes_failed },
  answers: { given: counted.answers, failed: counted.answers_failed },
})

/** How the program is, as it was measured. */
export const readHealth = async (
  { db, clock, owners, ledgerCheckMs }: World,
  heard: HeardEdges,
): Promise<DeskHealth> => {
  const now = clock.now()
  const matches = await readMatches(db, now)
  const lastDay = await readCounted(db, now - day)
  return {
    at: now,
    bffs: await readEdges(db, heard, now),
    platforms: await readPlatforms(db, now),
    shards: await readShards(db, owners),
    ledger: await readLedger(db, ledgerCheckMs),
    quarantined: lastDay.quarantined,
    hour: figuresOf(
      { ended: matches.hour_ended, voided: matches.hour_voided },
      await readCounted(db, now - hour),
    ),
    day: figuresOf({ ended: matches.day_ended, voided: matches.day_voided }, lastDay),
    since: lastDay.since,
  }
}
