import { v5 as uuidOf } from 'uuid'
import type { Sql } from '../db/index.ts'
import { moveOrder } from '../wallet/orders/move-order.ts'
import { type OrderRow, orderOfRequest } from '../wallet/orders/order-row.ts'
import { completeDeposit, completeWithdrawal, rejectWithdrawal } from '../wallet/orders/settle-order.ts'
import { placeTestOrder } from '../wallet/orders/testing.ts'
import { type OrderOperation, orderNameOf } from './model-orders.ts'

const step = { by: { kind: 'clock' }, at: 0 } as const
const reason = { code: 'refused', text: null } as const

const credit = (tx: Sql, order: OrderRow) => completeDeposit(tx, order, { ...step, reference: order.id })

/** Does an operation of the model with the wallet's own functions. */
export const performOrder = async (
  tx: Sql,
  playerId: string,
  op: OrderOperation,
): Promise<'done' | 'unchanged'> => {
  const key = uuidOf(orderNameOf(op), playerId)
  const request = { key, hash: new Uint8Array(32) }
  if (op.type === 'deposit') {
    const placed = await placeTestOrder(tx, 'deposit', { playerId, amount: op.amount, request })
    if (!placed) return 'unchanged'
    const paid = await moveOrder(tx, placed, { to: 'paid', ...step })
    await credit(tx, await moveOrder(tx, paid, { to: 'reviewing', ...step }))
    return 'done'
  }
  if (op.type === 'withdraw') {
    const feeCoins = op.amount > op.fee ? op.fee : 0n
    const placed = await placeTestOrder(tx, 'withdrawal', { playerId, amount: op.amount, feeCoins, request })
    return placed ? 'done' : 'unchanged'
  }
  const order = await orderOfRequest(tx, { playerId, key })
  if (!order) throw new Error(`no order ${orderNameOf(op)}`)
  if (op.type === 'credit again') await credit(tx, order)
  else if (op.type === 'pay out') await completeWithdrawal(tx, order, { ...step, reference: order.id })
  else await rejectWithdrawal(tx, order, { ...step, reason })
  return 'done'
}
