import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import type { Lineage } from './kinship.ts'

const rowSchema = z
  .object({
    player_id: z.string(),
    inviter_id: z.string().nullable(),
    inviter_of_inviter: z.string().nullable(),
  })
  .transform(
    ({ player_id, inviter_id, inviter_of_inviter }): Lineage => ({
      playerId: player_id,
      inviter: inviter_id,
      inviterOfInviter: inviter_of_inviter,
    }),
  )

/** By whom these accounts came. */
export const readLineages = async (sql: Sql, players: readonly string[]): Promise<Lineage[]> => {
  const { rows } = await sql.query(
    `select p.player_id, own.inviter_id, above.inviter_id as inviter_of_inviter
     from unnest($1::uuid[]) as p (player_id)
     left join referral own on own.invited_id = p.player_id
     left join referral above on above.invited_id = own.inviter_id`,
    [players],
  )
  return rowSchema.array().parse(rows)
}
