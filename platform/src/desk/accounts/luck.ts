import type { DeskLuck } from '@minefall/shared/contracts/desk'
import { choicesLeast, luckBeyond, luckOf } from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { readPlayers } from './players.ts'

const rowSchema = z.object({
  player_id: z.string(),
  matches: z.int(),
  choices: z.int(),
  survived: z.int(),
  expected: z.number(),
  variance: z.number(),
  latest_at: z.date(),
})

/** Where a page of accounts goes on: when the last one's latest match ended, and its player. */
export const luckPlaceSchema = z.tuple([z.int().min(0).max(8.64e15), z.uuid()])
type LuckPlace = z.infer<typeof luckPlaceSchema>

/** As the index `player_luck_beyond` has it, from which a page is read. */
const isBeyond = `choices >= ${choicesLeast} and abs(survived - expected) > ${luckBeyond} * sqrt(variance)`

/** Accounts beyond luck, those first who played last. */
export const readLuck = async (
  sql: Sql,
  { from, limit }: { from?: LuckPlace | undefined; limit: number },
): Promise<{ accounts: DeskLuck[]; next: LuckPlace | null }> => {
  const [at, playerId] = from ?? [null, null]
  const { rows } = await sql.query(
    `select * from player_luck where ${isBeyond}
       and ($1::timestamptz is null or (latest_at, player_id) < ($1, $2::uuid))
     order by latest_at desc, player_id desc limit $3`,
    // One more row tells whether there is a next page.
    [at === null ? null : new Date(at), playerId, limit + 1],
  )
  const found = rowSchema.array().parse(rows)
  const shown = found.slice(0, limit)
  const playerOf = await readPlayers(
    sql,
    shown.map(({ player_id }) => player_id),
  )
  const last = shown.at(-1)
  return {
    accounts: shown.map(({ player_id, matches, choices, latest_at, ...survival }) => ({
      player: playerOf(player_id),
      matches,
      moves: choices,
      luck: luckOf(survival) ?? 0,
      latestAt: latest_at.getTime(),
    })),
    next: found.length > limit && last ? [last.latest_at.getTime(), last.player_id] : null,
  }
}
