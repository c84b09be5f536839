import { bodyCode } from '@minefall/shared/contracts'
import type { Sql } from '../../db/index.ts'
import { type Refusal, refusal } from '../../http/index.ts'
import { sameHash } from '../../ledger/index.ts'
import { type OrderRow, orderOfRequest } from './order-row.ts'

/**
 * The order that this request placed when it was made before, or null for a new one. Refused where the player's key
 * stands for another request.
 */
export const askedBefore = async (
  sql: Sql,
  { playerId, key, hash }: { playerId: string; key: string; hash: Uint8Array },
): Promise<OrderRow | Refusal | null> => {
  const order = await orderOfRequest(sql, { playerId, key })
  return order === null || sameHash(order.requestHash, hash) ? order : refusal(bodyCode.conflict)
}
