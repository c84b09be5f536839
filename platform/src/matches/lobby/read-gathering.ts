import type { Gathering } from '@minefall/shared/contracts/bus'
import { assetSchema, matchIdSchema } from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { isSettled } from '../../rating/index.ts'
import { usualRating } from './apart.ts'

const rowSchema = z
  .object({
    id: matchIdSchema,
    game_id: z.string(),
    stake: z.bigint().transform(String),
    asset: assetSchema,
    server_commit: z.string(),
    server_chain: z.string().nullable(),
    seats: z.int(),
    seated: z.array(z.string()),
    rating: z.number().nullable(),
  })
  .transform(
    ({ id, game_id, stake, asset, server_commit, server_chain, seats, seated, rating }): Gathering => ({
      matchId: id,
      gameId: game_id,
      stake,
      asset,
      serverCommit: server_commit,
      ...(server_chain !== null && { serverChain: server_chain }),
      seats,
      open: true,
      seated,
      ...(rating !== null && { rating }),
      capped: [],
      kept: [],
    }),
  )

/**
 * The gathering matches that anyone of their queue may be sent to, in shards other than these. Rematches are left out:
 * for whom their seats are kept stands in no table, and their owners tell of them within a second.
 */
export const readGathering = async (sql: Sql, except: readonly number[]): Promise<Gathering[]> => {
  const { rows } = await sql.query(
    `select m.id, m.game_id, m.stake, m.asset, m.server_commit, m.server_chain, m.seats,
       array(select s.player_id::text from seated s where s.match_id = m.id order by s.seat) as seated,
       (select avg(coalesce(r.mu, $2)) from seated s left join rating r on r.player_id = s.player_id and ${isSettled} where s.match_id = m.id) as rating
     from match m
     where m.phase = 'gathering' and not m.private and m.rematch_of is null and m.shard <> all ($1::int[])
     order by m.id`,
    [except, usualRating],
  )
  return rows.map((row) => rowSchema.parse(row))
}
