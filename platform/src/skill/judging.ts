import type { Clock } from '@minefall/shared/node'
import { z } from 'zod'
import { type Database, isUnavailable, type Log, type Sql } from '../db/index.ts'
import { drain } from '../jobs/draining.ts'
import { type Judge, type Judged, startJudge } from './judge.ts'

/** Injected dependencies: no other clock or database is used in this folder. */
export type World = {
  db: Database
  clock: Clock
  log: Log
  matches: { onEnded(listener: () => void): () => void }
}

/** What a match of the table `m` is judged by: everything here is public. */
const told = `jsonb_build_object('rules', m.rules, 'seats', m.seats, 'events', (
    select jsonb_agg(e.event order by d.seq, e.nth)
    from match_decision d cross join lateral jsonb_array_elements(d.events) with ordinality as e (event, nth)
    where d.match_id = m.id and e.event ->> 'type' in ('BoardBegun', 'TileOpened')
  ))::text as told`

/** What a match is judged by; null where there is none. */
export const readEvidence = async (sql: Sql, matchId: string): Promise<string | null> => {
  const { rows } = await sql.query(`select ${told} from match m where m.id = $1`, [matchId])
  return z.object({ told: z.string() }).optional().parse(rows[0])?.told ?? null
}

/** The match that has waited longest. It is not held, as judging takes a while: of two nodes that judge it one writes. */
const nextUnjudged = `
  select u.match_id as "matchId", ${told}
  from match_unjudged u join match m on m.id = u.match_id
  where u.match_id <> all ($1::text[])
  order by u.ended_at, u.match_id limit 1`

const unjudgedRow = z.object({ matchId: z.string(), told: z.string() })

/** Takes the match off the queue, and writes its rows and sums, all or nothing: what was taken before is not written again. */
const writeJudged = `
  with taken as (
    delete from match_unjudged where match_id = $1 returning match_id, ended_at, player_ids
  ), written as (
    insert into seat_skill (player_id, ended_at, match_id, seat, game_id, asset,
      moves, choices, accuracy, survived, expected, variance, exact)
    select s.player_id, s.ended_at, m.id, s.seat, m.game_id, m.asset,
      j.moves, j.choices, j.accuracy, j.survived, j.expected, j.variance, $3
    from taken t join match m on m.id = t.match_id
    join match_seat s on s.player_id = any (t.player_ids) and s.asset = m.asset and s.ended_at = t.ended_at
      and s.match_id = m.id
    join login_account a on a.player_id = s.player_id
    join jsonb_to_recordset($2::jsonb) as j (seat int, moves int, choices int, accuracy double precision,
      survived int, expected double precision, variance double precision) on j.seat = s.seat
    returning *
  )
  insert into player_luck as l (player_id, matches, choices, survived, expected, variance, latest_at)
  select player_id, 1, choices, survived, expected, variance, ended_at from written
  where exact and asset <> 'trial' order by player_id
  on conflict (player_id) do update set matches = l.matches + 1, choices = l.choices + excluded.choices,
    survived = l.survived + excluded.survived, expected = l.expected + excluded.expected,
    variance = l.variance + excluded.variance, latest_at = greatest(l.latest_at, excluded.latest_at)`

const write = (sql: Sql, matchId: string, { isExact, seats }: Judged) =>
  sql.query(writeJudged, [matchId, JSON.stringify(seats), isExact])

/**
 * Judges the match that has waited longest, and answers whether one waited. One that can't be judged is left out from then
 * on. Killed at any step, nothing of the match is written, or all. Rejects when the database is away.
 */
export const judgeNext = async (
  { db, log, judge }: Pick<World, 'db' | 'log'> & Pick<Judge, 'judge'>,
  leftOut: Set<string>,
): Promise<boolean> => {
  const { rows } = await db.query(nextUnjudged, [[...leftOut]])
  const [row] = rows
  if (!row) return false
  const { matchId, told } = unjudgedRow.parse(row)
  try {
    await write(db, matchId, await judge(told))
  } catch (error) {
    if (isUnavailable(error)) throw error
    leftOut.add(matchId)
    log.error({ err: error, matchId, alarm: 'judging' }, 'a match could not be judged')
  }
  return true
}

/** How often the queue is looked at besides, in milliseconds. */
const everyMs = 10_000

/** Judges every match that is over, in its own thread, until the answer is called. */
export const startJudging = ({ db, clock, log, matches }: World): (() => Promise<void>) => {
  const { judge, close } = startJudge()
  const stop = drain(
    {
      job: 'judging',
      clock,
      everyMs,
      onMore: matches.onEnded,
      failed: (error) => log.error({ err: error }, 'matches could not be judged'),
    },
    (leftOut) => judgeNext({ db, log, judge }, leftOut),
  )
  return async () => {
    await stop()
    await close()
  }
}
