import type { DeskMatch, deskMatchesQuerySchema } from '@minefall/shared/contracts/desk'
import { type GameEvent, type MatchId, matchIdSchema } from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import type { World } from '../world.ts'
import {
  askStopped,
  livePhases,
  matchColumns,
  matchTables,
  quietSince,
  readEvent,
  seatsAfter,
  viewMatch,
} from './match-row.ts'

/** Where a page of matches goes on: the id of its last one, which begins with when it was opened. */
export const matchPlaceSchema = z.tuple([matchIdSchema])
export type MatchPlace = z.infer<typeof matchPlaceSchema>

export type MatchQuery = Omit<z.infer<typeof deskMatchesQuerySchema>, 'cursor'> & {
  from?: MatchPlace | undefined
}

/** Where a player sits or sat, those where they left a seat or are out while the match lives too. */
const whereSat = `m.id in (
  select match_id from match_seat where player_id = $2
  union select x.match_id from match y join match_decision x on x.match_id = y.id
    where y.phase in ${livePhases}
      and x.events @> jsonb_build_array(jsonb_build_object('type', 'SeatTaken', 'holder', $2::text)))`

const seatRow = z.object({ match_id: matchIdSchema, event: z.unknown() })

/** The events about seats of these matches, by match, in order. */
const readSeatEvents = async (sql: Sql, matchIds: readonly MatchId[]) => {
  const { rows } = await sql.query(
    `select d.match_id, e.event from match_decision d
     cross join lateral jsonb_array_elements(case jsonb_typeof(d.events) when 'array' then d.events else '[]' end)
       with ordinality e (event, nth)
     where d.match_id = any ($1::text[]) and e.event->>'type' in ('SeatTaken', 'SeatLeft', 'SeatOut')
     order by d.match_id, d.seq, e.nth`,
    [matchIds],
  )
  const byMatch = new Map<MatchId, (GameEvent | null)[]>(matchIds.map((id) => [id, []]))
  for (const row of rows) {
    const { match_id, event } = seatRow.parse(row)
    byMatch.get(match_id)?.push(readEvent(event))
  }
  return byMatch
}

/** Matches, live and past, the newest first. */
export const listMatches = async (
  world: Pick<World, 'db' | 'bus' | 'owners' | 'clock'>,
  { live, phase, gameId, playerId, stuck, from, limit }: MatchQuery,
): Promise<{ matches: DeskMatch[]; next: MatchPlace | null }> => {
  const { db, clock } = world
  const [now, stopped] = [clock.now(), await askStopped(world)]
  const asked = [
    ...(live === 'yes' || stuck === 'yes' ? [`m.phase in ${livePhases}`] : []),
    ...(live === 'no' ? [`m.phase not in ${livePhases}`] : []),
    ...(playerId === undefined ? ['$2::uuid is null'] : [whereSat]),
    ...(stuck === 'yes' ? ['(coalesce(d.at, m.opened_at) <= $6 or m.id = any ($7::text[]))'] : []),
  ]
  const { rows } = await db.query(
    `select ${matchColumns} from ${matchTables}
     where ($1::text is null or m.phase = $1) and ($3::text is null or m.game_id = $3)
       and ($4::text is null or m.id < $4) and ($6::timestamptz is not null and $7::text[] is not null)
       and ${asked.join(' and ')}
     order by m.id desc limit $5`,
    [
      phase ?? null,
      playerId ?? null,
      gameId ?? null,
      from?.[0] ?? null,
      // One more row tells whether there is a next page.
      limit + 1,
      quietSince(now),
      [...stopped],
    ],
  )
  const shown = rows.slice(0, limit).map((row) => viewMatch(row, { now, stopped }))
  const seatEvents = await readSeatEvents(
    db,
    shown.map(({ matchId }) => matchId),
  )
  const matches = shown.map((match) => ({ ...match, taken: seatsAfter(seatEvents.get(match.matchId) ?? []) }))
  const last = matches.at(-1)
  return { matches, next: rows.length > limit && last ? [last.matchId] : null }
}
