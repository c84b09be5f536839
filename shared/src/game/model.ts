import fc from 'fast-check'
import { expect } from 'vitest'
import type { Dealer } from '../fairness/index.ts'
import { chainLength, chainOf, playerCommit } from '../fairness/index.ts'
import { type MatchHeader, matchIdSchema, rulesSchema } from '../rules/index.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { decide } from './decide.ts'
import type { GameEvent } from './events.ts'
import { evolve, foldEvents, initialState } from './evolve.ts'
import { awaitedSeats, linksBy } from './links.ts'
import { plainDealer, plainSeed } from './plain-dealer.ts'
import type { Command, MatchState } from './state.ts'

/** For tests alone: any match the rules allow under any sequence of commands. */

/** The last link of the house's chain. */
const houseLast = 'ee'.repeat(32)

/** Any table the rules allow, odd ones included: boards all of mines, one board with clues, any rake. */
const anyMatch = fc
  .record({
    seats: fc.integer({ min: 2, max: 6 }),
    w: fc.integer({ min: 2, max: 5 }),
    h: fc.integer({ min: 2, max: 5 }),
    mined: fc.double({ min: 0, max: 1, noNaN: true }),
    clues: fc.boolean(),
    boards: fc.integer({ min: 1, max: 4 }),
    rakeBps: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000 })),
    rising: fc.option(
      fc.record({
        openers: fc.integer({ min: 0, max: 6 }),
        fade: fc.integer({ min: 0, max: 2 }),
        rise: fc.integer({ min: 0, max: 3 }),
      }),
      { nil: {} },
    ),
    stake: fc.integer({ min: 1, max: 1_000_003 }),
    seed: fc.nat(),
    sealed: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
    /** No one is at their screen: every turn is the clock's. */
    asleep: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
  })
  .map(({ seats, w, h, mined, clues, boards, rakeBps, rising, stake, seed, sealed, asleep }) => {
    const mines = Math.max(1, Math.round(mined * w * h))
    const form = sealed
      ? { boards: 1, clues: false, openers: 0, fade: 0, rise: 0, sealed }
      : { boards, clues, ...rising }
    const rules = rulesSchema.parse({ clockMs: 12_000, h, mines, rakeBps, w, ...form })
    const header: MatchHeader = {
      matchId: matchIdSchema.parse('0a'.repeat(16)),
      gameId: 'mines-any',
      asset: 'coin',
      stake: String(stake),
      seats,
      rules,
      serverCommit: 'cc'.repeat(32),
      ...(sealed && { serverChain: chainOf(houseLast, chainLength(rules, seats)).end }),
    }
    return { header, dealer: plainDealer(seededRandom(seed), seats, rules), asleep }
  })

type Kind = Exclude<Command['type'], 'void'> | 'onward' | 'interrupt'
const others: readonly Kind[] = [
  'sit',
  'stand',
  'lock',
  'reveal',
  'start',
  'open',
  'link',
  'draw',
  'leave',
  'compensate',
  'interrupt',
]

/** What someone tries next; resolved against the match as it then is. */
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof<fc.WeightedArbitrary<Kind>[]>(
    { weight: 12, arbitrary: fc.constant('onward') },
    { weight: 3, arbitrary: fc.constant('expire') },
    { weight: 5, arbitrary: fc.constantFrom(...others) },
  ),
  seat: fc.integer({ min: 0, max: 6 }),
  number: fc.nat({ max: 40 }),
})
type Step = { kind: Kind; seat: number; number: number }

const refOf = (number: number) => number.toString(16).padStart(32, '0')
const seedOf = (number: number) => number.toString(16).padStart(64, '7')

/** The chain of the one with this number. */
const chainFor = ({ rules, seats }: MatchState, number: number) =>
  chainOf(number.toString(16).padStart(64, '9'), chainLength(rules, seats))

/** The link of this turn that the one on `seat` has; undefined where there are no chains. */
const linkFor = (state: MatchState, seat: number, turn: number): string | undefined =>
  state.rules.sealed && chainFor(state, Number.parseInt(state.table[seat]?.ref ?? '0', 16)).links[turn]

const draw = (state: MatchState, at: number, turn: number): Command => ({
  type: 'draw',
  at,
  turn,
  link: chainOf(houseLast, chainLength(state.rules, state.seats)).links[turn] ?? '',
})

const sit = (state: MatchState, at: number, number: number): Command => ({
  type: 'sit',
  at,
  ref: refOf(number),
  commit: playerCommit(state.matchId, refOf(number), seedOf(number)),
  chain: state.rules.sealed && chainFor(state, number).end,
  player: { name: `Player ${number}`, avatar: 'one', kind: 'player' },
  holder: `secret-account-${number}`,
})

/** The seed that the one on `seat` has committed to. */
const seedFor = (state: MatchState, seat: number) =>
  seedOf(Number.parseInt(state.table[seat]?.ref ?? '0', 16))

/** The command that brings the match on, whatever its phase. */
const onward = (state: MatchState, at: number, number: number): Command => {
  if (state.phase === 'gathering') {
    if (state.table.includes(null)) return sit(state, at, 100 + state.seq)
    return { type: 'lock', at, prevLog: '00'.repeat(32), lockHash: 'dd'.repeat(32), revealMs: 5000 }
  }
  if (state.phase === 'locking') {
    const silent = state.table.findIndex((seat) => seat?.seed === undefined)
    return silent < 0
      ? { type: 'start', at }
      : { type: 'reveal', at, seat: silent, seed: seedFor(state, silent) }
  }
  const closed = (state.board?.tiles ?? []).flatMap((tile, index) => (tile === null ? [index] : []))
  const tile = closed[number % Math.max(1, closed.length)] ?? 0
  const { seat, turn } = state.turn ?? { seat: 0, turn: 0 }
  if (!state.pick) return { type: 'open', at, seat, turn, tile, link: linkFor(state, seat, turn) }
  const [awaited] = awaitedSeats(state, state.pick)
  // Now and then no more links come.
  return awaited === undefined || number % 5 === 0
    ? draw(state, at + 1_500, turn)
    : { type: 'link', at, seat: awaited, turn, link: linkFor(state, awaited, turn) ?? '' }
}

const commandOf = (state: MatchState, { kind, seat, number }: Step, at: number): Command => {
  const turn = (state.turn?.turn ?? 0) + (number % 7 === 0 ? 1 : 0)
  switch (kind) {
    case 'onward':
      return onward(state, at, number)
    case 'sit':
      return sit(state, at, number % 4)
    case 'stand':
      return { type: 'stand', at, seat, reason: 'absent' }
    case 'lock':
      return { type: 'lock', at, prevLog: '00'.repeat(32), lockHash: 'dd'.repeat(32), revealMs: 5000 }
    case 'reveal':
      return { type: 'reveal', at, seat, seed: number % 2 ? seedFor(state, seat) : seedOf(number) }
    case 'start':
      return { type: 'start', at }
    case 'open':
      return { type: 'open', at, seat, turn, tile: number, link: linkFor(state, seat, turn) }
    case 'link':
      return { type: 'link', at, seat, turn, link: linkFor(state, number % 6, turn) ?? seedOf(number) }
    case 'draw':
      return draw(state, at, turn)
    case 'leave':
      return { type: 'leave', at, seat }
    case 'expire':
      return { type: 'expire', at, turn }
    case 'compensate':
      return { type: 'compensate', at, turn, ms: number * 200, cause: 'edge' }
    case 'interrupt':
      // Rarely, so that most matches are played on.
      return number === 0
        ? { type: 'void', at, reason: 'interrupted', serverSeed: plainSeed }
        : { type: 'start', at }
  }
}

const freeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const part of Object.values(value)) freeze(part)
  }
  return value
}

type Tried = { header: MatchHeader; dealer: Dealer; asleep: boolean }
type Log = { state: MatchState; events: GameEvent[]; refused: number }

/** Carries out steps one by one; every state is frozen, so that anyone who changed one would throw. */
const run = ({ header, dealer, asleep }: Tried, steps: readonly Step[]): Log => {
  const log: Log = { state: freeze(initialState(header)), events: [], refused: 0 }
  for (const [at, next] of steps.entries()) {
    const byClock = asleep && log.state.phase === 'playing'
    const command = commandOf(log.state, byClock ? { ...next, kind: 'expire' } : next, at)
    const decision = decide(log.state, command, dealer)
    if (!decision.ok) {
      log.refused += 1
      continue
    }
    expect(decision.events.length).toBeGreaterThan(0)
    for (const event of decision.events) {
      const before = log.state.seq
      log.state = freeze(evolve(log.state, event))
      expect(log.state.seq).toBe(before + 1)
      log.events.push(event)
    }
  }
  return log
}

export const hasEnded = ({ phase }: MatchState) => phase === 'settled' || phase === 'voided'

/** Seats someone, starts, and lets the clock run out from then on. */
export const toTheEnd = (log: Log, dealer: Dealer): MatchState => {
  let { state } = log
  const { w, h, boards } = state.rules
  const most = state.seats * 3 + 1 + 2 * w * h * boards + state.seats
  for (let count = 0; !hasEnded(state) && count <= most; count += 1) {
    const turn = state.turn?.turn
    const late = state.pick && draw(state, linksBy(state.pick), state.pick.turn)
    const command: Command =
      turn === undefined ? onward(state, 0, count) : (late ?? { type: 'expire', at: 0, turn })
    const decision = decide(state, command, dealer)
    if (!decision.ok) throw new Error(`${command.type} in ${state.phase}: ${decision.refusal}`)
    state = foldEvents(state, decision.events)
  }
  return state
}

const steps = fc.array(step, { maxLength: 120, size: 'max' })
export const check = (property: (log: Log, dealer: Dealer, header: MatchHeader) => void, numRuns = 150) =>
  fc.assert(
    fc.property(anyMatch, steps, (tried, commands) =>
      property(run(tried, commands), tried.dealer, tried.header),
    ),
    { numRuns, seed: 20_260_101 },
  )
