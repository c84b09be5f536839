import type { Balance } from '@minefall/shared/contracts/live'
import { expect } from 'vitest'
import { callAll, type Database, refusalOf, type Sql } from '../db/index.ts'
import { newAccount } from '../wallet/orders/testing.ts'
import {
  balancesOf,
  captureStakes,
  checkLedger,
  giveWelcome,
  holdStake,
  payOut,
  post,
  refillTrial,
  releaseStakes,
} from './index.ts'
import {
  beginning,
  historyOf,
  type Model,
  matchOf,
  newModel,
  type Operation,
  type Outcome,
  predict,
  prizeOf,
  purseOf,
} from './model.ts'
import { isOrderOperation } from './model-orders.ts'
import { fund, openMatch, player, practice, setPhase } from './testing.ts'
import { brokenInvariants, readSnapshot, type Snapshot } from './testing-invariants.ts'
import { performOrder } from './testing-orders.ts'

type World = { players: string[]; matches: string[]; model: Model }
/** What is there between two operations. */
type Moment = { ledger: Snapshot; balances: Balance[] }

/** What was asked of the ledger so far: an operation with how it ended, and how often. */
export type Tally = Map<string, number>

const at = (list: readonly string[], index: number): string => {
  const found = list[index]
  if (found === undefined) throw new Error(`nothing at ${index}`)
  return found
}

/** Does the operation in the database. `model` is as it was before it. */
const perform = async (tx: Sql, { players, matches, model }: World, op: Operation): Promise<Outcome> => {
  const matchId = 'match' in op ? at(matches, op.match) : ''
  if (isOrderOperation(op)) return performOrder(tx, at(players, op.who), op)
  const matchAsset = 'match' in op ? matchOf(model, op.match).asset : 'trial'
  switch (op.type) {
    case 'fund':
      await fund(tx, at(players, op.who), op.asset, op.amount)
      return 'done'
    case 'refill':
      await callAll(tx, [refillTrial({ playerId: at(players, op.who), to: op.to, key: op.key })])
      return 'done'
    case 'welcome':
      return (await giveWelcome(tx, { playerId: at(players, op.who), amount: op.amount }))
        ? 'done'
        : 'unchanged'
    case 'give': {
      const [from, to] = [at(players, op.who), at(players, op.to)]
      const answer = await post(tx, {
        kind: 'gift',
        idempotency: { scope: `gift/${from}`, key: op.key },
        ref: { type: 'test', id: `${from}/${op.key}`, step: 'given' },
        actor: from,
        entries: [
          { account: { kind: 'player', owner: from, asset: op.asset }, amount: -op.amount },
          { account: { kind: 'player', owner: to, asset: op.asset }, amount: op.amount },
        ],
      })
      if (answer.ok) return answer.replayed ? 'unchanged' : 'done'
      return answer.reason === 'conflict' ? 'conflict' : 'refused'
    }
    case 'hold':
    case 'practice': {
      const party = op.type === 'practice' ? practice : player(at(players, op.who))
      await callAll(tx, [holdStake({ matchId, party, asset: matchAsset, amount: op.amount })])
      return 'done'
    }
    case 'release':
      await callAll(tx, [releaseStakes({ matchId, parties: [player(at(players, op.who))] })])
      return 'done'
    case 'abandon':
      await callAll(tx, [releaseStakes({ matchId })])
      await setPhase(tx, matchId, 'voided')
      return 'done'
    case 'capture':
      await callAll(tx, [captureStakes({ matchId, asset: matchAsset })])
      await setPhase(tx, matchId, 'playing')
      return 'done'
    case 'pay': {
      const payouts = [{ party: player(at(players, op.who)), amount: prizeOf(model, op) }]
      await callAll(tx, [payOut({ matchId, step: op.step, asset: matchAsset, payouts, rake: op.rake })])
      await setPhase(tx, matchId, op.step)
      return 'done'
    }
    default:
      return op satisfies never
  }
}

/** What the model says that players hear. */
const expectedCoins = ({ players, model }: World) =>
  players.map((_, number) => {
    const [coin, promo, trial] = (['coin', 'promo', 'trial'] as const).map((asset) =>
      purseOf(model, number, asset),
    )
    const available = (purse = { posted: 0n, held: 0n }) => String(purse.posted - purse.held)
    const held = (purse = { posted: 0n, held: 0n }) => String(purse.held)
    return {
      coin: available(coin),
      promo: available(promo),
      trial: available(trial),
      held: { coin: held(coin), promo: held(promo), trial: held(trial) },
    }
  })

const expectVersions = (before: readonly Balance[], after: readonly Balance[]) => {
  for (const [number, { version, ...coins }] of after.entries()) {
    const { version: versionBefore, ...coinsBefore } = before[number] ?? { version: -1 }
    if (JSON.stringify(coins) === JSON.stringify(coinsBefore))
      expect(version).toBeGreaterThanOrEqual(versionBefore)
    else expect(version).toBeGreaterThan(versionBefore)
  }
}

const momentOf = async (db: Database, { players }: World): Promise<Moment> => ({
  ledger: await readSnapshot(db),
  balances: await balancesOf(db, players),
})

/** Does one operation in both, and holds the database to the model and to the invariants. */
const step = async (db: Database, world: World, op: Operation, before: Moment) => {
  const asked = structuredClone(world.model)
  const outcome = predict(world.model, op)
  if (outcome === 'skipped') return { outcome, moment: before }
  const actual = await db
    .transaction((tx) => perform(tx, { ...world, model: asked }, op))
    .catch((error: unknown): Outcome => (refusalOf(error) === 'not-enough-coins' ? 'refused' : 'threw'))
  // An operation that answers with nothing can't tell that there was nothing to do.
  expect(actual === 'done' && outcome === 'unchanged' ? 'unchanged' : actual).toBe(outcome)

  const moment = await momentOf(db, world)
  expect(moment.balances.map(({ version, ...coins }) => coins)).toEqual(expectedCoins(world))
  expectVersions(before.balances, moment.balances)
  expect(brokenInvariants(moment.ledger)).toEqual([])
  if (outcome !== 'done') expect(moment).toEqual(before)
  expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  return { outcome, moment }
}

const begin = async (db: Database): Promise<World> => {
  const model = newModel()
  const matches: string[] = []
  for (const { asset } of model.matches) matches.push(await openMatch(db, asset))
  const players = [await newAccount(db), await newAccount(db), await newAccount(db)]
  const world = { players, matches, model }
  for (const who of world.players.keys())
    for (const { asset } of model.matches) {
      const op = { type: 'fund', who, asset, amount: beginning } as const
      await perform(db, world, op)
      predict(model, op)
    }
  return world
}

/**
 * Plays the history of a seed in the database and in the model, and counts it. Rejects at the first operation after
 * which they differ or an invariant does not hold, with what to run to see it again.
 */
export const playHistory = async (db: Database, seed: number, tally: Tally): Promise<void> => {
  const world = await begin(db)
  let moment = await momentOf(db, world)
  for (const [number, op] of historyOf(seed).entries()) {
    const written = JSON.stringify(op, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    const done = await step(db, world, op, moment).catch((error: unknown) => {
      throw new Error(
        `Seed ${seed}, operation ${number + 1} (${written}): ${error instanceof Error ? error.message : error}\n` +
          `Again with: SEED=${seed} HISTORIES=1 npx vitest run --project long platform/src/ledger/model.long.test.ts`,
        { cause: error },
      )
    })
    moment = done.moment
    if (done.outcome === 'skipped') continue
    const what = `${op.type} ${done.outcome}`
    tally.set(what, (tally.get(what) ?? 0) + 1)
  }
}

/** What histories that are worth something have come upon. */
export const everywhere = [
  'fund done',
  'refill done',
  'refill unchanged',
  'welcome done',
  'welcome unchanged',
  'give done',
  'give refused',
  'give conflict',
  'deposit done',
  'deposit unchanged',
  'credit again threw',
  'withdraw done',
  'withdraw unchanged',
  'withdraw refused',
  'pay out done',
  'pay out threw',
  'reject done',
  'reject threw',
  'hold done',
  'hold refused',
  'hold threw',
  'practice done',
  'release done',
  'release unchanged',
  'abandon done',
  'capture done',
  'capture threw',
  'pay done',
  'pay threw',
]
