import type { HealthBatch } from '@minefall/shared/contracts/desk'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'

/** How long totals are kept, in milliseconds. */
export const totalsKeptMs = 7 * 86_400_000

/** When, in milliseconds since 1970, and how long events and samples are kept, in milliseconds. */
export type Keeping = { now: number; historyMs: number }

const isUuid = (id: string): boolean => z.uuid().safeParse(id).success

const dates = (items: readonly { at: number }[]) => items.map(({ at }) => new Date(at))

/** What of these can be kept: of someone who may be a player, and not too old. A BFF's clock may be ahead: now is the latest. */
const worthKeeping = <T extends { playerId: string; at: number }>(
  items: readonly T[],
  { now, historyMs }: Keeping,
): T[] =>
  items
    .filter(({ playerId, at }) => isUuid(playerId) && at > now - historyMs)
    .map((item) => ({ ...item, at: Math.min(item.at, now) }))

/**
 * Stores what a BFF tells, once for each batch, in one statement: all of it or nothing. What is reported about no one we know is
 * left out. Of a minute that was reported before, how many there are is reported again, and what happened adds up.
 */
export const storeBatch = async (sql: Sql, batch: HealthBatch, keeping: Keeping): Promise<void> => {
  const { now } = keeping
  const events = worthKeeping(batch.events, keeping)
  const samples = worthKeeping(batch.samples, keeping)
  // Two batches at once wait for each other in one order.
  const totals = batch.totals
    .filter(({ at }) => at > now - totalsKeptMs && at <= now)
    .sort((a, b) => a.at - b.at)
  await sql.query(
    `with fresh as (
       insert into connection_batch (id, edge, stored_at) values ($1, $2, $3) on conflict do nothing returning id
     ), events as (
       insert into connection_event (player_id, at, edge, connection_id, kind, code, detail)
       select p.id, e.at, $2, e.connection_id, e.kind, e.code, e.detail
       from fresh cross join unnest($4::uuid[], $5::timestamptz[], $6::text[], $7::text[], $8::text[], $9::jsonb[])
         with ordinality as e (player_id, at, connection_id, kind, code, detail, n)
       join player p on p.id = e.player_id
       order by e.n
     ), samples as (
       insert into connection_sample (player_id, at, edge, connection_id, round_trip_ms, worst_ms, jitter_ms,
         live_seconds, lagging_seconds, resuming_seconds, lost_seconds)
       select p.id, s.at, $2, s.connection_id, s.round_trip, s.worst, s.jitter, s.live, s.lagging, s.resuming, s.lost
       from fresh cross join unnest($10::uuid[], $11::timestamptz[], $12::text[], $13::real[], $14::real[], $15::real[],
         $16::real[], $17::real[], $18::real[], $19::real[])
         as s (player_id, at, connection_id, round_trip, worst, jitter, live, lagging, resuming, lost)
       join player p on p.id = s.player_id
     )
     insert into connection_total as t (minute, edge, told_at, live, lagging, resuming, lost, in_match, p50, p95,
       reconnects, closes)
     select m.minute, $2, $3, m.live, m.lagging, m.resuming, m.lost, m.in_match, m.p50, m.p95, m.reconnects, m.closes
     from fresh cross join unnest($20::timestamptz[], $21::int[], $22::int[], $23::int[], $24::int[], $25::int[],
       $26::real[], $27::real[], $28::int[], $29::jsonb[])
       as m (minute, live, lagging, resuming, lost, in_match, p50, p95, reconnects, closes)
     on conflict (minute, edge) do update set
       told_at = excluded.told_at, live = excluded.live, lagging = excluded.lagging, resuming = excluded.resuming,
       lost = excluded.lost, in_match = excluded.in_match, p50 = excluded.p50, p95 = excluded.p95,
       reconnects = t.reconnects + excluded.reconnects,
       closes = (
         select coalesce(jsonb_object_agg(code, closed), '{}') from (
           select code, sum(closed::int) as closed
           from (select * from jsonb_each_text(t.closes) union all select * from jsonb_each_text(excluded.closes))
             as both_told (code, closed)
           group by code
         ) as summed
       )`,
    [
      batch.batchId,
      batch.edge,
      new Date(now),
      events.map(({ playerId }) => playerId),
      dates(events),
      events.map(({ connectionId }) => connectionId),
      events.map(({ kind }) => kind),
      events.map(({ code }) => code),
      events.map(({ detail }) => JSON.stringify(detail)),
      samples.map(({ playerId }) => playerId),
      dates(samples),
      samples.map(({ connectionId }) => connectionId),
      samples.map(({ roundTripMs }) => roundTripMs),
      samples.map(({ worstMs }) => worstMs),
      samples.map(({ jitterMs }) => jitterMs),
      samples.map(({ seconds }) => seconds.live),
      samples.map(({ seconds }) => seconds.lagging),
      samples.map(({ seconds }) => seconds.resuming),
      samples.map(({ seconds }) => seconds.lost),
      dates(totals),
      totals.map(({ live }) => live),
      totals.map(({ lagging }) => lagging),
      totals.map(({ resuming }) => resuming),
      totals.map(({ lost }) => lost),
      totals.map(({ inMatch }) => inMatch),
      totals.map(({ p50 }) => p50),
      totals.map(({ p95 }) => p95),
      totals.map(({ reconnects }) => reconnects),
      totals.map(({ closes }) => JSON.stringify(closes)),
    ],
  )
}
