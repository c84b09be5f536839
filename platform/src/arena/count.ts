import { arenaTimes, type MatchResult, type Standing, standingOf } from '@minefall/shared/arena'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { countChange } from './change.ts'

const resultRow = z
  .object({
    player_id: z.string(),
    seats: z.int(),
    place: z.int(),
    won: z.boolean(),
    practice: z.boolean(),
    ended_at: z.date(),
  })
  .transform(({ player_id, ended_at, ...rest }): { playerId: string; result: MatchResult } => ({
    playerId: player_id,
    result: { ...rest, endedAt: ended_at.getTime() },
  }))

/** The standings that the counted seats of these players come to, in the order in which their matches ended. */
const readResults = async (
  sql: Sql,
  arenaId: string,
  playerIds: readonly string[] | null,
): Promise<Map<string, MatchResult[]>> => {
  const { rows } = await sql.query(
    `select player_id, seats, place, won, practice, ended_at from arena_seat
     where arena_id = $1 and ($2::uuid[] is null or player_id = any ($2)) order by player_id, ended_at, match_id`,
    [arenaId, playerIds],
  )
  const results = new Map<string, MatchResult[]>()
  for (const { playerId, result } of resultRow.array().parse(rows))
    results.set(playerId, [...(results.get(playerId) ?? []), result])
  return results
}

const idRow = z.object({ player_id: z.string() }).transform(({ player_id }) => player_id)

/** Notes what a settled match was for each account that the arena seated there. Answers whose seats these are. */
const noteSeats = async (tx: Sql, matchId: string): Promise<string[]> => {
  const { rows } = await tx.query(
    `insert into arena_seat (arena_id, player_id, ended_at, match_id, seats, place, won, practice)
     select am.arena_id, s.player_id, s.ended_at, m.id, m.seats, s.place, s.outcome = 'won', am.practice
     from arena_match am join match m on m.id = am.match_id
     join match_seat s on s.player_id = any (am.player_ids) and s.asset = m.asset and s.ended_at = m.ended_at and s.match_id = m.id
     where am.match_id = $1 and s.place is not null order by s.player_id
     returning player_id`,
    [matchId],
  )
  return idRow.array().parse(rows)
}

const writeStandings = async (
  tx: Sql,
  { arenaId, version }: { arenaId: string; version: bigint },
  standings: readonly (readonly [string, Standing])[],
): Promise<void> => {
  await tx.query(
    `update arena_player p set points = s.points, matches = s.matches, wins = s.wins, streak = s.streak,
       last_point_at = s.last_point_at, version = $2
     from unnest($3::uuid[], $4::int[], $5::int[], $6::int[], $7::int[], $8::timestamptz[])
       as s (player_id, points, matches, wins, streak, last_point_at)
     where p.arena_id = $1 and p.player_id = s.player_id`,
    [
      arenaId,
      version,
      standings.map(([playerId]) => playerId),
      standings.map(([, { points }]) => points),
      standings.map(([, { matches }]) => matches),
      standings.map(([, { wins }]) => wins),
      standings.map(([, { streak }]) => streak),
      standings.map(([, { lastPointAt }]) => (lastPointAt === null ? null : new Date(lastPointAt))),
    ],
  )
}

/**
 * Counts a settled match of an arena for its players' standings, in the transaction that takes it off the queue; matches of an
 * arena are counted one after another. What a standing is follows from all of the player's counted seats, in whichever order
 * these came. Answers the version to tell; null where the match counts for nothing: it ended too late, or the arena is over.
 */
export const countArenaMatch = async (
  tx: Sql,
  { arenaId, matchId }: { arenaId: string; matchId: string },
): Promise<bigint | null> => {
  await tx.query('select from arena where id = $1 for no key update', [arenaId])
  const counting = await tx.query(
    `select from arena a join match m on m.id = $2
     where a.id = $1 and a.finished_at is null and a.canceled_at is null
       and m.ended_at <= a.ends_at + $3 * interval '1 millisecond'`,
    [arenaId, matchId, arenaTimes.overtimeMs],
  )
  if (counting.count === 0) return null
  const playerIds = await noteSeats(tx, matchId)
  const results = await readResults(tx, arenaId, playerIds)
  const version = await countChange(tx, arenaId)
  await writeStandings(
    tx,
    { arenaId, version },
    [...results].map(([playerId, own]) => [playerId, standingOf(own)] as const),
  )
  return version
}

const keptRow = z.object({
  player_id: z.string(),
  points: z.int(),
  matches: z.int(),
  wins: z.int(),
  streak: z.int(),
  last_point_at: z.date().nullable(),
})

/**
 * Computes the standings of an arena again from the matches that settled in it, and compares each seat and each player's row
 * with what is kept. Answers a sentence for each difference.
 */
export const recomputeArena = async (sql: Sql, arenaId: string): Promise<string[]> => {
  const differing = await sql.query(
    `select format('match %s, player %s: kept %s, settled %s', match_id, player_id, coalesce(k.kept, 'nothing'), coalesce(c.settled, 'nothing')) as finding
     from (select match_id, player_id, (seats, place, won, practice, ended_at)::text as kept from arena_seat where arena_id = $1) k
     full join (
       select am.match_id, s.player_id, (m.seats, s.place, s.outcome = 'won', am.practice, m.ended_at)::text as settled
       from arena a join arena_match am on am.arena_id = a.id and not am.late
       join match m on m.id = am.match_id and m.phase = 'settled' and m.ended_at <= a.ends_at + $2 * interval '1 millisecond'
       join match_seat s on s.player_id = any (am.player_ids) and s.asset = m.asset and s.ended_at = m.ended_at and s.match_id = m.id
       where a.id = $1 and not exists (select from match_uncounted u where u.match_id = m.id)
     ) c using (match_id, player_id)
     where k.kept is distinct from c.settled`,
    [arenaId, arenaTimes.overtimeMs],
  )
  const findings = differing.rows.map((row) => z.object({ finding: z.string() }).parse(row).finding)
  const results = await readResults(sql, arenaId, null)
  const { rows } = await sql.query(
    'select player_id, points, matches, wins, streak, last_point_at from arena_player where arena_id = $1',
    [arenaId],
  )
  for (const { player_id, last_point_at, ...kept } of keptRow.array().parse(rows)) {
    const computed = JSON.stringify(standingOf(results.get(player_id) ?? []))
    const told = JSON.stringify({ ...kept, lastPointAt: last_point_at?.getTime() ?? null })
    if (computed !== told) findings.push(`player ${player_id}: kept ${told}, computed ${computed}`)
  }
  return findings
}
