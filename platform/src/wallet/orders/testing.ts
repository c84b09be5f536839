import { randomBytes, randomUUID } from 'node:crypto'
import { newInvitationCode } from '../../accounts/testing-invitations.ts'
import { callAll, type Sql } from '../../db/index.ts'
import { holdCoins } from '../../ledger/index.ts'
import type { OrderRow } from './order-row.ts'
import { type NewOrder, placeOrder } from './place-order.ts'

/** An account without a contact, for what looks at its orders alone. */
export const newAccount = async (db: Sql): Promise<string> => {
  const id = randomUUID()
  await db.query(`insert into player (id, kind, name, avatar) values ($1, 'player', 'Someone', 'otter')`, [
    id,
  ])
  await db.query(
    `insert into login_account (player_id, invitation_code, secured_at, created_at)
     values ($1, $2, now(), now())`,
    [id, newInvitationCode()],
  )
  return id
}

export const newDestination = async (db: Sql, playerId: string): Promise<{ id: string; details: object }> => {
  const id = randomUUID()
  const details = { method: 'alipay', account: 'someone@home.example', realName: 'Some Body' }
  await db.query(
    `insert into payout_destination (id, player_id, method, currency, details, fingerprint, created_at)
     values ($1, $2, 'alipay', 'CNY', $3, $4, now())`,
    [id, playerId, details, randomBytes(32)],
  )
  return { id, details }
}

const placedAt = Date.UTC(2026, 0, 2)

/**
 * Places an order in the caller's transaction, a withdrawal with its hold: 1,000 coins by Alipay by default,
 * for a new account. Null for a request that placed one before.
 */
export const placeTestOrder = async (
  tx: Sql,
  kind: NewOrder['kind'],
  given: Partial<NewOrder> = {},
): Promise<OrderRow | null> => {
  const isDeposit = kind === 'deposit'
  const playerId = given.playerId ?? (await newAccount(tx))
  const at = given.at ?? placedAt
  const order: NewOrder = {
    id: randomUUID(),
    kind,
    playerId,
    request: { key: randomUUID(), hash: randomBytes(32) },
    method: 'alipay',
    network: null,
    currency: 'CNY',
    decimals: 2,
    rate: '1',
    amount: 1_000n,
    feeCoins: isDeposit ? 0n : 10n,
    fiat: 100_000n,
    feeFiat: isDeposit ? 1_200n : 0n,
    remark: '1234',
    payTo: null,
    destination: isDeposit ? null : await newDestination(tx, playerId),
    at,
    expiresAt: isDeposit ? at + 1_000 : null,
    ...given,
  }
  const placed = await placeOrder(tx, order, randomBytes)
  if (placed && !isDeposit) {
    const { id: ref, amount } = placed
    await callAll(tx, [holdCoins({ purpose: 'withdrawal', ref, playerId, amount })])
  }
  return placed
}
