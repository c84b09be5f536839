import { callAll, type Sql } from '../../db/index.ts'
import { captureHold, post, releaseHold } from '../../ledger/index.ts'
import { type Actor, actorId, moveOrder } from './move-order.ts'
import type { OrderRow } from './order-row.ts'

/**
 * The ends of an order, each with its postings in the same transaction. The order is locked and may move there; the
 * caller tells the player after the commit.
 */

type Completion = { by: Actor; at: number; reference: string }
type Refusing = {
  by: Actor
  at: number
  reason: { code: 'expired' | 'declined' | 'refused'; text: string | null }
}

const actorOf = (by: Actor): string => `${by.kind}:${actorId(by)}`

/** Credits a deposit under review: `payin` → player, once for ever. */
export const completeDeposit = async (
  tx: Sql,
  order: OrderRow,
  { by, at, reference }: Completion,
): Promise<OrderRow> => {
  const moved = await moveOrder(tx, order, { to: 'completed', by, at, reference })
  const { id, playerId, method, currency, amount } = order
  const posting = await post(tx, {
    kind: 'deposit',
    idempotency: { scope: 'deposit', key: id },
    ref: { type: 'deposit', id, step: 'completed' },
    actor: actorOf(by),
    entries: [
      { account: { kind: `payin:${method}`, owner: currency, asset: 'coin' }, amount: -amount },
      { account: { kind: 'player', owner: playerId, asset: 'coin' }, amount },
    ],
  })
  if (!posting.ok || posting.replayed) throw new Error(`order ${order.number} was credited before`)
  return moved
}

/** Ends a deposit without a coin moving. */
export const failDeposit = (tx: Sql, order: OrderRow, { by, at, reason }: Refusing): Promise<OrderRow> =>
  moveOrder(tx, order, { to: 'failed', by, at, reason })

/** Pays a withdrawal out: what was held goes to `payout`, and the fee to the house. */
export const completeWithdrawal = async (
  tx: Sql,
  order: OrderRow,
  { by, at, reference }: Completion,
): Promise<OrderRow> => {
  const moved = await moveOrder(tx, order, { to: 'completed', by, at, reference })
  const { id, method, currency, amount, feeCoins } = order
  await callAll(tx, [
    captureHold({
      purpose: 'withdrawal',
      ref: id,
      step: 'completed',
      actor: actorOf(by),
      to: [
        { account: { kind: `payout:${method}`, owner: currency }, amount: amount - feeCoins },
        { account: { kind: 'house', owner: 'fees' }, amount: feeCoins },
      ],
    }),
  ])
  return moved
}

/** Ends a withdrawal and gives back what was held for it. */
export const rejectWithdrawal = async (
  tx: Sql,
  order: OrderRow,
  { by, at, reason }: Refusing,
): Promise<OrderRow> => {
  const moved = await moveOrder(tx, order, { to: 'rejected', by, at, reason })
  await callAll(tx, [releaseHold({ purpose: 'withdrawal', ref: order.id })])
  return moved
}
