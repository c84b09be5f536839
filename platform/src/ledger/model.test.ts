import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { callAll, type Database, refusalOf, type Sql } from '../db/index.ts'
import { describeDatabases } from '../db/testing.ts'
import {
  balanceOf,
  captureStakes,
  checkLedger,
  holdStake,
  payOut,
  post,
  refillTrial,
  releaseStakes,
} from './index.ts'
import {
  type Model,
  matchOf,
  newModel,
  type Operation,
  type Outcome,
  operationArbitrary,
  predict,
  prizeOf,
  purseOf,
} from './model.ts'
import { fund, ledgerPrint, openMatch, player, practice, setPhase } from './testing.ts'

/** How many histories each engine goes through, and the seed they are drawn with. */
const numRuns = 20
const seed = 20_260_203

type World = { players: string[]; matches: string[]; model: Model }

const at = (list: readonly string[], index: number): string => {
  const found = list[index]
  if (found === undefined) throw new Error(`nothing at ${index}`)
  return found
}

/** Does the operation in the database. `model` is as it was before it. */
const perform = async (tx: Sql, { players, matches, model }: World, op: Operation): Promise<Outcome> => {
  const matchId = 'match' in op ? at(matches, op.match) : ''
  const matchAsset = 'match' in op ? matchOf(model, op.match).asset : 'trial'
  switch (op.type) {
    case 'fund':
      await fund(tx, at(players, op.who), op.asset, op.amount)
      return 'done'
    case 'refill':
      await callAll(tx, [refillTrial({ playerId: at(players, op.who), to: op.to, key: op.key })])
      return 'done'
    case 'give': {
      const [from, to] = [at(players, op.who), at(players, op.to)]
      const answer = await post(tx, {
        kind: 'gift',
        idempotency: { scope: `gift/${from}`, key: op.key },
        ref: { type: 'gift', id: `${from}/${op.key}`, step: 'given' },
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

describeDatabases('any history of the ledger', (open) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })

  const balances = ({ players }: World) => Promise.all(players.map((owner) => balanceOf(db, owner)))

  const expected = ({ players, model }: World) =>
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

  const step = async (world: World, op: Operation): Promise<Outcome> => {
    const asked = structuredClone(world.model)
    const outcome = predict(world.model, op)
    if (outcome === 'skipped') return outcome
    const printBefore = outcome === 'done' ? undefined : await ledgerPrint(db)
    const balancesBefore = await balances(world)
    const actual = await db
      .transaction((tx) => perform(tx, { ...world, model: asked }, op))
      .catch((error: unknown): Outcome => (refusalOf(error) === 'not-enough-coins' ? 'refused' : 'threw'))
    // An operation that answers with nothing can't tell that there was nothing to do.
    expect(actual === 'done' && outcome === 'unchanged' ? 'unchanged' : actual).toBe(outcome)

    const after = await balances(world)
    expect(after.map(({ version, ...coins }) => ({ ...coins }))).toEqual(expected(world))
    if (outcome !== 'done') expect(await ledgerPrint(db)).toEqual(printBefore)
    for (const [number, { version, ...coins }] of after.entries()) {
      const { version: versionBefore, ...coinsBefore } = balancesBefore[number] ?? { version: -1 }
      if (JSON.stringify(coins) === JSON.stringify(coinsBefore))
        expect(version).toBeGreaterThanOrEqual(versionBefore)
      else expect(version).toBeGreaterThan(versionBefore)
    }
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
    return outcome
  }

  const begin = async (world: World, op: Operation) => {
    await db.transaction((tx) => perform(tx, world, op))
    predict(world.model, op)
  }

  it('keeps every invariant after every operation', async () => {
    const seen = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(fc.array(operationArbitrary, { minLength: 10, maxLength: 30 }), async (history) => {
        const model = newModel()
        const matches: string[] = []
        for (const { asset } of model.matches) matches.push(await openMatch(db, asset))
        const players = Array.from({ length: 3 }, () => randomUUID())
        const world = { players, matches, model }
        for (const who of players.keys()) {
          for (const { asset } of model.matches)
            await begin(world, { type: 'fund', who, asset, amount: 400n })
        }
        for (const op of history) {
          const outcome = await step(world, op)
          seen.set(`${op.type} ${outcome}`, (seen.get(`${op.type} ${outcome}`) ?? 0) + 1)
        }
      }),
      { numRuns, seed, endOnFailure: true },
    )
    // The histories are worth something only if they go everywhere.
    const everywhere = [
      'fund done',
      'refill done',
      'refill unchanged',
      'give done',
      'give refused',
      'give conflict',
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
    expect(everywhere.filter((place) => !seen.has(place))).toEqual([])
  }, 120_000)
})
