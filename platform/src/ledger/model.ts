import type { Asset } from '@minefall/shared/game'
import fc from 'fast-check'
import { isOrderOperation, type ModelOrders, orderOperations, predictOrder } from './model-orders.ts'

/** The ledger in the plainest way: what any history of operations should leave behind. For the tests. */

const who = fc.integer({ min: 0, max: 2 })
const match = fc.integer({ min: 0, max: 2 })
/** What each player begins with, of each asset. */
export const beginning = 400n
/** Now and then the least, all that a player began with, and one more than that. */
const amount = fc.oneof(
  { weight: 4, arbitrary: fc.bigInt({ min: 1n, max: 600n }) },
  { weight: 1, arbitrary: fc.constantFrom(1n, beginning, beginning + 1n) },
)
/** Enough for a few stakes. */
const wealth = fc.bigInt({ min: 100n, max: 1_000n })
const asset = fc.constantFrom<Asset>('coin', 'promo', 'trial')

/** Weighted so that matches get going: most histories see one through to its end. */
const operationArbitrary = fc.oneof(
  { weight: 2, arbitrary: fc.record({ type: fc.constant('fund'), who, asset, amount: wealth }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('refill'), who, to: wealth, key: fc.constantFrom('a', 'b') }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('welcome'), who, amount: wealth }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('give'),
      who,
      to: who,
      asset,
      amount,
      key: fc.constantFrom('a', 'b'),
    }),
  },
  ...orderOperations({ some: amount, enough: wealth }),
  { weight: 9, arbitrary: fc.record({ type: fc.constant('hold'), who, match, amount }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('practice'), match, amount }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('release'), who, match }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('abandon'), match }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('capture'), match }) },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('pay'),
      match,
      who,
      /** How far the payout is from the pot. */
      off: fc.constantFrom(0n, 0n, 0n, 1n, -1n),
      rake: fc.bigInt({ min: 0n, max: 1n }),
      step: fc.constantFrom<'settled' | 'voided'>('settled', 'voided'),
    }),
  },
)
export type Operation = typeof operationArbitrary extends fc.Arbitrary<infer T> ? T : never

/** The history that a seed gives, the same each time. */
export const historyOf = (seed: number): Operation[] => {
  const histories = fc.noBias(fc.array(operationArbitrary, { minLength: 10, maxLength: 34, size: 'max' }))
  return fc.sample(histories, { seed, numRuns: 1 }).flat()
}

/** `threw`: a mistake of the caller. `unchanged`: fine, and nothing to do. `skipped`: not asked for at all. */
export type Outcome = 'done' | 'unchanged' | 'refused' | 'conflict' | 'threw' | 'skipped'

type Purse = { posted: bigint; held: bigint }
type ModelMatch = {
  asset: Asset
  phase: 'gathering' | 'playing' | 'settled' | 'voided'
  /** `who` null is the house. */
  holds: { who: number | null; amount: bigint }[]
  pot: bigint
  payment: string
}
export type Model = {
  purses: Map<string, Purse>
  matches: ModelMatch[]
  refilled: Set<string>
  welcomed: Set<number>
  orders: ModelOrders
  gifts: Map<string, { request: string; outcome: 'done' | 'refused' }>
}

export const newModel = (): Model => ({
  purses: new Map(),
  matches: (['coin', 'promo', 'trial'] as const).map((matchAsset) => ({
    asset: matchAsset,
    phase: 'gathering',
    holds: [],
    pot: 0n,
    payment: '',
  })),
  refilled: new Set(),
  welcomed: new Set(),
  orders: new Map(),
  gifts: new Map(),
})

export const purseOf = (model: Model, player: number, of: Asset): Purse => {
  const key = `${player}/${of}`
  const purse = model.purses.get(key) ?? { posted: 0n, held: 0n }
  model.purses.set(key, purse)
  return purse
}

export const matchOf = (model: Model, number: number): ModelMatch => {
  const found = model.matches[number]
  if (!found) throw new Error(`no match ${number}`)
  return found
}

/** What a payout gives its winner: the pot without the rake, and `off` by one where it is to be refused. */
export const prizeOf = (model: Model, op: { match: number; rake: bigint; off: bigint }): bigint =>
  matchOf(model, op.match).pot - op.rake + op.off

const give = (model: Model, op: Operation & { type: 'give' }): Outcome => {
  if (op.who === op.to) return 'skipped'
  const key = `${op.who}/${op.key}`
  const request = `${op.to} ${op.asset} ${op.amount}`
  const earlier = model.gifts.get(key)
  if (earlier) {
    if (earlier.request !== request) return 'conflict'
    return earlier.outcome === 'done' ? 'unchanged' : 'refused'
  }
  const from = purseOf(model, op.who, op.asset)
  const outcome = from.posted - from.held >= op.amount ? 'done' : 'refused'
  model.gifts.set(key, { request, outcome })
  if (outcome === 'refused') return outcome
  from.posted -= op.amount
  purseOf(model, op.to, op.asset).posted += op.amount
  return outcome
}

const hold = (model: Model, op: Operation & { type: 'hold' }): Outcome => {
  const at = matchOf(model, op.match)
  if (at.phase !== 'gathering') return 'skipped'
  const purse = purseOf(model, op.who, at.asset)
  if (at.holds.some((other) => other.who === op.who)) return 'threw'
  if (purse.posted - purse.held < op.amount) return 'refused'
  purse.held += op.amount
  at.holds.push({ who: op.who, amount: op.amount })
  return 'done'
}

const release = (model: Model, number: number, leaving: (who: number | null) => boolean): Outcome => {
  const at = matchOf(model, number)
  const gone = at.holds.filter((held) => leaving(held.who))
  at.holds = at.holds.filter((held) => !leaving(held.who))
  for (const held of gone) if (held.who !== null) purseOf(model, held.who, at.asset).held -= held.amount
  return gone.length > 0 ? 'done' : 'unchanged'
}

const capture = (model: Model, number: number): Outcome => {
  const at = matchOf(model, number)
  if (at.phase !== 'gathering') return 'skipped'
  if (at.holds.length === 0) return 'threw'
  for (const held of at.holds) {
    at.pot += held.amount
    if (held.who === null) continue
    const purse = purseOf(model, held.who, at.asset)
    purse.held -= held.amount
    purse.posted -= held.amount
  }
  at.holds = []
  at.phase = 'playing'
  return 'done'
}

const pay = (model: Model, op: Operation & { type: 'pay' }): Outcome => {
  const at = matchOf(model, op.match)
  const prize = prizeOf(model, op)
  // Who is named with nothing is left out of a payout, so that it is the same one, no matter who that is.
  const payment = `${op.step} ${prize === 0n ? 'no-one' : op.who} ${prize} ${op.rake}`
  if (prize < 0n || at.phase === 'gathering' || at.pot === 0n) return 'threw'
  if (at.phase !== 'playing') return at.payment === payment ? 'unchanged' : 'threw'
  if (op.off !== 0n) return 'threw'
  purseOf(model, op.who, at.asset).posted += prize
  at.phase = op.step
  at.payment = payment
  return 'done'
}

/** Does the operation in the model and says how it should end in the database. */
export const predict = (model: Model, op: Operation): Outcome => {
  if (isOrderOperation(op)) return predictOrder(model.orders, purseOf(model, op.who, 'coin'), op)
  switch (op.type) {
    case 'fund':
      purseOf(model, op.who, op.asset).posted += op.amount
      return 'done'
    case 'refill': {
      const key = `${op.who}/${op.key}`
      const purse = purseOf(model, op.who, 'trial')
      const missing = op.to - (purse.posted - purse.held)
      if (missing <= 0n || model.refilled.has(key)) return 'unchanged'
      model.refilled.add(key)
      purse.posted += missing
      return 'done'
    }
    case 'welcome':
      if (model.welcomed.has(op.who)) return 'unchanged'
      model.welcomed.add(op.who)
      purseOf(model, op.who, 'promo').posted += op.amount
      return 'done'
    case 'give':
      return give(model, op)
    case 'hold':
      return hold(model, op)
    case 'practice': {
      const at = matchOf(model, op.match)
      if (at.phase !== 'gathering') return 'skipped'
      at.holds.push({ who: null, amount: op.amount })
      return 'done'
    }
    case 'release':
      return matchOf(model, op.match).phase === 'gathering'
        ? release(model, op.match, (held) => held === op.who)
        : 'skipped'
    case 'abandon': {
      const at = matchOf(model, op.match)
      if (at.phase !== 'gathering') return 'skipped'
      at.phase = 'voided'
      return release(model, op.match, () => true)
    }
    case 'capture':
      return capture(model, op.match)
    case 'pay':
      return pay(model, op)
    default:
      return op satisfies never
  }
}
