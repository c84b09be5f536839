import type { HistoryMatch, historyPageSchema, shownMatchSchema } from '@minefall/shared/contracts/rest'
import {
  type Asset,
  assetSchema,
  luckOf,
  type MatchId,
  matchIdSchema,
  playerViewSchema,
} from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { writeCursor } from '../../http/index.ts'

/** Where a page begins: after this match, which ended then. Milliseconds since 1970. */
export const placeSchema = z.tuple([z.int().min(0).max(8.64e15), matchIdSchema])
type Place = z.infer<typeof placeSchema>

const rowSchema = z.object({
  match_id: matchIdSchema,
  game_id: z.string(),
  asset: assetSchema,
  stake: z.bigint(),
  seat: z.int(),
  players: z.array(z.nullable(playerViewSchema)),
  outcome: z.enum(['won', 'shared', 'lost', 'refunded']),
  place: z.int().nullable(),
  payout: z.bigint(),
  plies: z.int(),
  private: z.boolean(),
  rematch: z.boolean(),
  started_at: z.date().nullable(),
  ended_at: z.date(),
  accuracy: z.number().nullable(),
  survived: z.int().nullable(),
  expected: z.number().nullable(),
  variance: z.number().nullable(),
})

/** The luck of a seat that may not have been judged. */
const luckIn = ({
  survived,
  expected,
  variance,
}: Record<'survived' | 'expected' | 'variance', number | null>): number | null =>
  survived === null || expected === null || variance === null
    ? null
    : luckOf({ survived, expected, variance })

const historyMatchOf = (row: unknown): HistoryMatch => {
  const { match_id, game_id, stake, payout, started_at, ended_at, survived, expected, variance, ...same } =
    rowSchema.parse(row)
  return {
    ...same,
    matchId: match_id,
    gameId: game_id,
    stake: stake.toString(),
    payout: payout.toString(),
    startedAt: started_at?.getTime() ?? null,
    endedAt: ended_at.getTime(),
    luck: luckIn({ survived, expected, variance }),
  }
}

/** Each asset's newest rows are the beginning of a range of the key, so a page costs the same after any number of matches. */
const pageStatement = `
with page as (
  select s.* from unnest($2::text[]) as chosen (asset)
  cross join lateral (
    select * from match_seat
    where player_id = $1 and asset = chosen.asset
      and (ended_at, match_id) < (coalesce($3::timestamptz, 'infinity'), coalesce($4, ''))
    order by ended_at desc, match_id desc limit $5
  ) s
  order by s.ended_at desc, s.match_id desc limit $5
)
select p.*, m.game_id, m.stake, m.players, m.plies, m.started_at,
  m.private, m.rematch_of is not null as rematch, k.accuracy, k.survived, k.expected, k.variance
from page p join match m on m.id = p.match_id
left join seat_skill k on k.player_id = p.player_id and k.ended_at = p.ended_at and k.match_id = p.match_id and k.exact
order by p.ended_at desc, p.match_id desc`

export type HistoryAsked = { cursor?: Place | undefined; limit: number; asset?: Asset | undefined }

/** One page of the matches that are over and that this player had a seat in, the newest first. */
export const readHistory = async (
  sql: Sql,
  playerId: string,
  { cursor, limit, asset }: HistoryAsked,
): Promise<z.infer<typeof historyPageSchema>> => {
  const [endedAt, matchId] = cursor ?? [null, null]
  const { rows } = await sql.query(pageStatement, [
    playerId,
    asset ? [asset] : assetSchema.options,
    endedAt === null ? null : new Date(endedAt),
    matchId,
    limit + 1,
  ])
  const items = rows.slice(0, limit).map(historyMatchOf)
  const last = items.at(-1)
  return { items, next: last && rows.length > limit ? writeCursor([last.endedAt, last.matchId]) : null }
}

const seatRow = rowSchema
  .pick({ accuracy: true, survived: true, expected: true, variance: true })
  .extend({ seat: z.int() })

/** How the seats of accounts were played in a match that is over; empty until it has been judged. */
export const readSeatSkill = async (
  sql: Sql,
  matchId: MatchId,
): Promise<z.infer<typeof shownMatchSchema>['skill']> => {
  const { rows } = await sql.query(
    `select seat, accuracy, survived, expected, variance from seat_skill where match_id = $1 and exact order by seat`,
    [matchId],
  )
  return seatRow
    .array()
    .parse(rows)
    .map(({ seat, accuracy, ...survival }) => ({ seat, accuracy, luck: luckIn(survival) }))
}
