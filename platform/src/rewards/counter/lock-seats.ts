import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import type { MatchSeat } from '../counted-match.ts'
import type { Uncounted } from './take-match.ts'

const rowSchema = z.object({
  player_id: z.string(),
  outcome: z.enum(['won', 'shared', 'lost', 'refunded']).nullable(),
  payout: z.bigint().nullable(),
})

/**
 * The seats of accounts in a match, by player id. Their accounts are held until the transaction ends, and those of who
 * invited them too, in one order: two matches with the same people are counted one after the other.
 */
export const lockSeats = async (
  tx: Sql,
  { matchId, asset, endedAt, playerIds }: Uncounted,
): Promise<MatchSeat[]> => {
  const { rows } = await tx.query(
    `select a.player_id, s.outcome, s.payout
     from login_account a
     left join match_seat s
       on s.player_id = a.player_id and s.asset = $2 and s.ended_at = $3 and s.match_id = $4
     where a.player_id = any (array(
       select unnest($1::uuid[])
       union select inviter_id from referral where invited_id = any ($1::uuid[]) and status = 'playing'))
     order by a.player_id for no key update of a`,
    [playerIds, asset, endedAt, matchId],
  )
  return rowSchema
    .array()
    .parse(rows)
    .flatMap(({ player_id: playerId, outcome, payout }) =>
      outcome === null || payout === null ? [] : [{ playerId, outcome, payout }],
    )
}
