import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Clock } from '@minefall/shared/node'
import { callAll, type Database } from '../db/index.ts'
import { balanceOf, holdCoins } from '../ledger/index.ts'
import { fund } from '../ledger/testing-fund.ts'
import { moveOrder, type OrderRow } from '../wallet/index.ts'
import { type NewOrder, placeOrder } from '../wallet/orders/place-order.ts'
import { newAccount } from '../wallet/orders/testing.ts'

/** Places orders as players would, for those who decide about them. */
export const placeOrders = (db: Database, clock: Pick<Clock, 'now'>) => {
  const place = async (given: Pick<NewOrder, 'kind' | 'playerId'> & Partial<NewOrder>): Promise<OrderRow> => {
    const at = clock.now()
    const isDeposit = given.kind === 'deposit'
    const order = {
      id: randomUUID(),
      request: { key: randomUUID(), hash: randomBytes(32) },
      method: 'alipay',
      network: null,
      currency: 'CNY',
      decimals: 2,
      rate: '1',
      amount: 1_000n,
      feeCoins: isDeposit ? 0n : 10n,
      fiat: isDeposit ? 100_000n : 99_000n,
      feeFiat: isDeposit ? 1_200n : 0n,
      remark: '482137',
      payTo: null,
      destination: null,
      at,
      expiresAt: isDeposit ? at + 1_800_000 : null,
      ...given,
    } satisfies NewOrder
    return db.transaction(async (tx) => {
      const placed = await placeOrder(tx, order, randomBytes)
      if (!placed) throw new Error('the order was placed before')
      const { id: ref, playerId, amount } = placed
      if (!isDeposit) await callAll(tx, [holdCoins({ purpose: 'withdrawal', ref, playerId, amount })])
      return placed
    })
  }

  /** A player, with an email address of theirs where one is given. */
  const player = async (email?: string): Promise<string> => {
    const id = await newAccount(db)
    if (email !== undefined)
      await db.query(
        `insert into contact (player_id, kind, value, verified_at) values ($1, 'email', $2, now())`,
        [id, email],
      )
    return id
  }

  const submitted = async (given: Partial<NewOrder> = {}) =>
    place({ kind: 'deposit', playerId: given.playerId ?? (await player()), ...given })

  const pay = (order: OrderRow) =>
    moveOrder(db, order, { to: 'paid', by: { kind: 'player', id: order.playerId }, at: clock.now() })

  const destination = async (playerId: string, account = `${randomUUID()}@pay.example`) => {
    const id = randomUUID()
    const details = { method: 'alipay', account, realName: 'Some Body' }
    const fingerprint = createHash('sha256').update(account).digest()
    await db.query(
      `insert into payout_destination (id, player_id, method, currency, details, fingerprint, created_at)
       values ($1, $2, 'alipay', 'CNY', $3, $4, $5)`,
      [id, playerId, details, fingerprint, new Date(clock.now())],
    )
    return { id, details }
  }

  return {
    player,
    submitted,
    destination,
    /** A deposit that its player says is paid. */
    paid: async (given: Partial<NewOrder> = {}) => pay(await submitted(given)),
    pay,
    /** A withdrawal whose coins are held. */
    pending: async (given: Partial<NewOrder> = {}) => {
      const playerId = given.playerId ?? (await player())
      await fund(db, playerId, 'coin', given.amount ?? 1_000n)
      return place({
        kind: 'withdrawal',
        playerId,
        destination: await destination(playerId),
        ...given,
      })
    },
    proof: async (order: OrderRow, picture = randomBytes(16)): Promise<string> => {
      const id = randomUUID()
      await db.query(
        `insert into payment_proof (id, order_id, sha256, type, content, uploaded_at)
         values ($1, $2, $3, 'image/png', $4, $5)`,
        [id, order.id, createHash('sha256').update(picture).digest(), picture, new Date(clock.now())],
      )
      return id
    },
    coins: async (playerId: string) => {
      const { coin, held } = await balanceOf(db, playerId)
      return { available: coin, held: held.coin }
    },
  }
}
export type PlaceOrders = ReturnType<typeof placeOrders>
