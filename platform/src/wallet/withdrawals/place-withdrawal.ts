import { bodyCode } from '@minefall/shared/contracts'
import { callAll, refusalOf, type Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, refusal, wrongField } from '../../http/index.ts'
import { holdCoins, requestHash } from '../../ledger/index.ts'
import { destinationLabel, networkOf, orderDestination } from '../destinations/destination-row.ts'
import { notifyOrderMoved } from '../orders/move-order.ts'
import type { OrderRow } from '../orders/order-row.ts'
import { askedBefore, placeOrder } from '../orders/place-order.ts'
import { drawDigits, type World } from '../world.ts'
import { type Quote, quoteWithdrawal, type WithdrawalAsked } from './quote.ts'

/**
 * Times are in milliseconds since 1970, `holdOffMs` is how long nothing goes out after `since`. A change that was undone
 * stops them until `stoppedUntil`.
 */
type Since = { since: number; holdOffMs: number; now: number; stoppedUntil?: number | null }

/** Since when and until when withdrawals wait; null when they don't. */
export const heldOff = ({
  since,
  holdOffMs,
  now,
  stoppedUntil,
}: Since): { since: number; until: number } | null => {
  const until = Math.max(since + holdOffMs, stoppedUntil ?? 0)
  return now < until ? { since, until } : null
}

const refuseUntil = (given: Since, notice?: 'destination-held-off'): Refusal | null => {
  const wait = heldOff(given)
  if (!wait) return null
  const seconds = Math.max(1, Math.ceil((wait.until - given.now) / 1_000))
  return refusal(bodyCode.withdrawalHeldOff, { ...wait, seconds, ...(notice && { notice }) })
}

/** Null if nothing waits: neither the account after a security change, nor a new destination. */
export const refuseHeldOff = ({
  securedAt,
  stoppedUntil,
  savedAt,
  ...rest
}: { securedAt: number; stoppedUntil: number | null; savedAt: number } & Omit<
  Since,
  'since' | 'stoppedUntil'
>): Refusal | null =>
  refuseUntil({ ...rest, since: securedAt, stoppedUntil }) ??
  refuseUntil({ ...rest, since: savedAt }, 'destination-held-off')

/** A quote of a withdrawal that may go out now, but for what its owner has to prove. `lock` as of the account's security. */
const quoteOpen = async (
  { accounts, clock, settings }: World,
  sql: Sql,
  asked: WithdrawalAsked,
  options?: { lock: boolean },
): Promise<Quote | Refusal> => {
  const { securedAt, stoppedUntil, hasPaymentPassword } = await accounts.owner.security(
    sql,
    asked.playerId,
    options,
  )
  if (!hasPaymentPassword) return refusal(bodyCode.paymentPasswordUnset)
  const quote = await quoteWithdrawal({ settings }, sql, asked)
  if (isRefusal(quote)) return quote
  const { holdOffMs } = settings
  const savedAt = quote.destination.createdAt
  return refuseHeldOff({ securedAt, stoppedUntil, savedAt, holdOffMs, now: clock.now() }) ?? quote
}

/** Sends the code for this withdrawal, if it could be placed now. */
export const sendCodeFor = async (
  world: World,
  asked: WithdrawalAsked,
): Promise<Refusal | { seconds: number; codeTo: string }> => {
  const quote = await quoteOpen(world, world.db, asked)
  if (isRefusal(quote)) return quote
  const { playerId, destinationId } = asked
  const to = destinationLabel(quote.destination.details)
  return world.accounts.owner.sendWithdrawalCode({ playerId, destinationId, amount: quote.amount, to })
}

type NewWithdrawal = WithdrawalAsked & {
  /** The client's key for the request. */
  key: string
  /** The payout the owner was shown. */
  total: string
  paymentPassword: string
  code: string
}

const hashOf = ({ destinationId, amount, total }: NewWithdrawal): Uint8Array =>
  requestHash('withdrawal', destinationId, amount, total)

const placedBefore = (sql: Sql, asked: NewWithdrawal): Promise<OrderRow | Refusal | null> =>
  askedBefore(sql, { playerId: asked.playerId, key: asked.key, hash: hashOf(asked) })

const quoteAt = async (
  world: World,
  sql: Sql,
  asked: NewWithdrawal,
  options?: { lock: boolean },
): Promise<Quote | Refusal> => {
  const quote = await quoteOpen(world, sql, asked, options)
  return !isRefusal(quote) && quote.total !== asked.total ? refusal(bodyCode.priceChanged) : quote
}

/**
 * The code is spent, the coins are held and the order is written, all in the caller's transaction, which is to be
 * committed after a refusal too: a wrong code counts. With the account locked, one at a time whatever the process.
 */
const place = async (
  world: World,
  tx: Sql,
  asked: NewWithdrawal,
): Promise<{ order: OrderRow; isNew: boolean } | Refusal> => {
  const { playerId, destinationId, key, code } = asked
  const quote = await quoteAt(world, tx, asked, { lock: true })
  const before = await placedBefore(tx, asked)
  if (before) return isRefusal(before) ? before : { order: before, isNew: false }
  if (isRefusal(quote)) return quote
  const { destination, channel, amount, feeCoins, fiat } = quote
  const coded = { playerId, destinationId, amount, code }
  const wrong = await world.accounts.owner.spendWithdrawalCode(tx, coded)
  if (wrong) return wrong
  const id = world.newId()
  await callAll(tx, [holdCoins({ purpose: 'withdrawal', ref: id, playerId, amount })])
  const order = await placeOrder(
    tx,
    {
      id,
      kind: 'withdrawal',
      playerId,
      request: { key, hash: hashOf(asked) },
      method: destination.details.method,
      network: networkOf(destination.details),
      currency: channel.currency.code,
      decimals: channel.currency.decimals,
      rate: channel.rate,
      amount,
      feeCoins,
      fiat,
      feeFiat: 0n,
      remark: drawDigits(4, world.randomBytes),
      payTo: null,
      destination: { id: destination.id, details: destination.details },
      at: world.clock.now(),
      expiresAt: null,
    },
    world.randomBytes,
  )
  if (!order) throw new Error(`request ${key} placed an order while its account was locked`)
  return { order, isNew: true }
}

/** A match may have taken the coins since the quote. */
const asRefusal = (error: unknown): Refusal => {
  if (refusalOf(error) === 'not-enough-coins') return wrongField('amount', 'balance-insufficient')
  throw error
}

const tryToPlace = async (
  world: World,
  asked: NewWithdrawal,
): Promise<{ order: OrderRow; isNew: boolean } | Refusal> => {
  const quote = await quoteAt(world, world.db, asked)
  if (isRefusal(quote)) return quote
  const { playerId, paymentPassword } = asked
  const wrong = await world.accounts.owner.refuseWrongPaymentPassword(playerId, paymentPassword)
  return wrong ?? world.db.transaction((tx) => place(world, tx, asked)).catch(asRefusal)
}

/**
 * Places a withdrawal for who knows the payment password and has a code for this amount and destination: the coins
 * are held until staff decide. The same request again gets the same order; another one with its key is a conflict
 * (1409). Equal ones at once come here one after another, so that they use up neither the password's tries nor the
 * code's.
 */
export const placeWithdrawal = async (world: World, asked: NewWithdrawal): Promise<OrderRow | Refusal> => {
  const before = await placedBefore(world.db, asked)
  if (before) return before
  const placed = await tryToPlace(world, asked)
  // Another process may have handled the same request, and its coins, since then.
  if (isRefusal(placed)) return (await placedBefore(world.db, asked)) ?? placed
  const { order, isNew } = placed
  if (!isNew) return order
  await notifyOrderMoved(world, order)
  await world.accounts.owner.tell(asked.playerId, {
    name: 'withdrawal-requested',
    values: { number: order.number, amount: order.amount, to: orderDestination(order.destination) },
  })
  return order
}
