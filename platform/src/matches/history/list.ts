import type { HistoryMatch, historyPageSchema } from '@minefall/shared/contracts/rest'
import { type Asset, assetSchema, matchIdSchema, playerViewSchema } from '@minefall/shared/game'
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
})

const historyMatchOf = (row: unknown): HistoryMatch => {
  const { match_id, game_id, stake, payout, started_at, ended_at, ...same } = rowSchema.parse(row)
  return {
    ...same,
    matchId: match_id,
    gameId: game_id,
    stake: stake.toString(),
    payout: payout.toString(),
    startedAt: started_at?.getTime() ?? null,
    endedAt: ended_at.getTime(),
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
  m.private, m.rematch_of is not null as rematch
from page p join match m on m.id = p.match_id
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
