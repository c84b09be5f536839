import { z } from 'zod'
import type { Sql } from '../../db/index.ts'

const rowSchema = z
  .object({
    match_id: z.string(),
    ended_at: z.date(),
    player_ids: z.array(z.string()),
    game_id: z.string(),
    asset: z.enum(['coin', 'promo', 'trial']),
    stake: z.bigint(),
    settled: z.boolean(),
    private: z.boolean(),
    rematch: z.boolean(),
  })
  .transform(({ match_id, ended_at, player_ids, game_id, private: isPrivate, rematch, ...rest }) => ({
    ...rest,
    matchId: match_id,
    endedAt: ended_at,
    playerIds: player_ids,
    gameId: game_id,
    isPrivate,
    isRematch: rematch,
  }))

/** A match that is over and not counted yet. */
export type Uncounted = z.output<typeof rowSchema>

/**
 * The match that has waited longest to be counted, held for this transaction; those that others hold are theirs. Null
 * when nothing waits but what is left out.
 */
export const takeMatch = async (tx: Sql, leftOut: readonly string[]): Promise<Uncounted | null> => {
  const { rows } = await tx.query(
    `select u.match_id, u.ended_at, u.player_ids, m.game_id, m.asset, m.stake, m.phase = 'settled' as settled,
       m.private, m.rematch_of is not null as rematch
     from match_uncounted u join match m on m.id = u.match_id
     where u.match_id <> all ($1::text[])
     order by u.ended_at, u.match_id limit 1 for update of u skip locked`,
    [leftOut],
  )
  return rowSchema.array().parse(rows)[0] ?? null
}
