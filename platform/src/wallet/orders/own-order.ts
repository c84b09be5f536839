import { bodyCode } from '@minefall/shared/contracts'
import type { Sql } from '../../db/index.ts'
import { type Refusal, refusal } from '../../http/index.ts'
import { type OrderRow, readOrder } from './order-row.ts'

export type Asked = { id: string; playerId: string }

/** A player's own order; another's is refused exactly like one that there is not. `lock` as in {@link readOrder}. */
export const ownOrder = async (
  sql: Sql,
  { id, playerId }: Asked,
  options: { lock?: boolean } = {},
): Promise<OrderRow | Refusal> => {
  const order = await readOrder(sql, id, options)
  return order?.playerId === playerId ? order : refusal(bodyCode.notFound)
}
