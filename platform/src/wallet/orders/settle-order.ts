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

/** Whether a deposit was paid at the sandbox, which only pretends to move money. */
const isTestMoney = async (tx: Sql, { id }: OrderRow): Promise<boolean> => {
  const { count } = await tx.query(
    `select from checkout_session where order_id = $1 and provider = 'sandbox'`,
    [id],
  )
  return count > 0
}

/**
 * Credits a deposit under review, only once: `payin` → player. One that was paid at the sandbox is bonus coins,
 * which can be staked and never withdrawn, no matter who approves it.
 */
export const completeDeposit = async (
  tx: Sql,
  order: OrderRow,
  { by, at, reference }: Completion,
): Promise<OrderRow> => {
  const asset = (await isTestMoney(tx, order)) ? 'promo' : 'coin'
  const moved = await moveOrder(tx, order, { to: 'completed', by, at, reference, asset })
  const { id, playerId, method, currency, amount } = order
  const source =
    asset === 'promo'
      ? ({ kind: 'promo', owner: 'sandbox', asset } as const)
      : ({ kind: `payin:${method}`, owner: currency, asset } as const)
  const posting = await post(tx, {
    kind: 'deposit',
    idempotency: { scope: 'deposit', key: id },
    ref: { type: 'deposit', id, step: 'completed' },
    actor: actorOf(by),
    entries: [
      { account: source, amount: -amount },
      { account: { kind: 'player', owner: playerId, asset }, amount },
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
