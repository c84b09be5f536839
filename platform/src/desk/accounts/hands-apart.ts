import type { OrderKind } from '@minefall/shared/payments'
import type { Sql } from '../../db/index.ts'
import type { World } from '../world.ts'

type Asked = {
  playerId: string
  staffId: string
  /** The kind to approve. A review of identity counts as a withdrawal. */
  side: OrderKind
  /** Milliseconds since 1970. */
  now: number
}

/**
 * Whether this member of staff recently approved something on the other side of an account. Deposits are one side,
 * withdrawals and the review of its identity the other: one person with both could pay out money that never came in.
 * Stays true until the end of the transaction if the account is locked.
 */
export const approvedOtherSide = async (
  sql: Sql,
  { handsApartMs }: World['settings'],
  { playerId, staffId, side, now }: Asked,
): Promise<boolean> => {
  const { count } = await sql.query(
    `select from wallet_order_approval a join wallet_order o on o.id = a.order_id
     where a.staff_id = $2 and o.player_id = $1 and o.kind <> $3 and a.at > $4
     union all
     select from login_account
     where player_id = $1 and $3 = 'deposit' and identity_reviewed_by = $2 and identity_reviewed_at > $4`,
    [playerId, staffId, side, new Date(now - handsApartMs)],
  )
  return count > 0
}
