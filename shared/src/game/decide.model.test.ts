import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCoins } from '../coins/index.ts'
import { playerCommit } from '../fairness/index.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { decide } from './decide.ts'
import { pot } from './ending.ts'
import { eventSchema, type GameEvent } from './events.ts'
import { evolve, foldEvents, initialState } from './evolve.ts'
import { plainDealer, plainSeed } from './plain-dealer.ts'
import { compensationMaxMs } from './playing.ts'
import { emptyHash, rollHash } from './rolling-hash.ts'
import { type MatchHeader, matchIdSchema, type Rules } from './rules.ts'
import type { Command, Dealer, MatchState } from './state.ts'
import { isIn } from './turn-order.ts'
import { view, viewEvent } from './view.ts'

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
    stake: fc.integer({ min: 1, max: 1_000_003 }),
    seed: fc.nat(),
    /** Nobody is at their screen: every turn is the clock's. */
    asleep: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
  })
  .map(({ seats, w, h, mined, clues, boards, rakeBps, stake, seed, asleep }) => {
    const mines = Math.max(1, Math.round(mined * w * h))
    const rules: Rules = { boards, clockMs: 12_000, clues, h, mines, rakeBps, w }
    const header: MatchHeader = {
      matchId: matchIdSchema.parse('0a'.repeat(16)),
      gameId: 'mines-any',
      asset: 'coin',
      stake: String(stake),
      seats,
      rules,
      serverCommit: 'cc'.repeat(32),
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
  'leave',
  'compensate',
  'interrupt',
]

/** What somebody tries next; resolved against the match as it then is. */
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

const sit = (state: MatchState, at: number, number: number): Command => ({
  type: 'sit',
  at,
  ref: refOf(number),
  commit: playerCommit(state.matchId, refOf(number), seedOf(number)),
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
  return { type: 'open', at, seat: state.turn?.seat ?? 0, turn: state.turn?.turn ?? 0, tile }
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
      return { type: 'open', at, seat, turn, tile: number }
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

/** Carries out steps one by one; every state is frozen, so that whoever changed one would throw. */
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

const hasEnded = ({ phase }: MatchState) => phase === 'settled' || phase === 'voided'

/** Seats somebody, starts, and lets the clock run out from then on. */
const toTheEnd = (log: Log, dealer: Dealer): MatchState => {
  let { state } = log
  const { w, h, boards } = state.rules
  const most = state.seats * 3 + 1 + w * h * boards + state.seats
  for (let count = 0; !hasEnded(state) && count <= most; count += 1) {
    const turn = state.turn?.turn
    const command: Command = turn === undefined ? onward(state, 0, count) : { type: 'expire', at: 0, turn }
    const decision = decide(state, command, dealer)
    if (!decision.ok) throw new Error(`${command.type} in ${state.phase}: ${decision.refusal}`)
    state = foldEvents(state, decision.events)
  }
  return state
}

const steps = fc.array(step, { maxLength: 120, size: 'max' })
const check = (property: (log: Log, dealer: Dealer, header: MatchHeader) => void, numRuns = 150) =>
  fc.assert(
    fc.property(anyMatch, steps, (tried, commands) =>
      property(run(tried, commands), tried.dealer, tried.header),
    ),
    { numRuns, seed: 20_260_101 },
  )

describe('any sequence of commands', () => {
  it('reaches every phase and every kind of event, or it would show nothing', () => {
    const seen = new Set<string>()
    check(({ state, events, refused }) => {
      seen.add(state.phase)
      for (const event of events) {
        seen.add(event.type)
        if (event.type === 'SeatOut' || event.type === 'Settled' || event.type === 'Voided')
          seen.add(`${event.type} ${event.reason}`)
      }
      if (refused > 0) seen.add('refused')
    }, 200)
    const phases = ['gathering', 'locking', 'playing', 'settled', 'voided', 'refused']
    const reasons = ['SeatOut mine', 'SeatOut idle', 'SeatOut left', 'Settled won', 'Settled shared']
    const voids = ['Voided idle', 'Voided interrupted']
    const all = eventSchema.options.map((option) => option.shape.type.value)
    expect([...seen].sort()).toEqual([...phases, ...reasons, ...voids, ...all].sort())
  })

  it('makes events that the contract knows, numbered without a hole', () => {
    check(({ state, events }) => {
      for (const event of events) expect(eventSchema.parse(event)).toEqual(event)
      expect(state.seq).toBe(events.length)
    })
  })

  it('leaves a match that is the fold of its events and nothing else', () => {
    check(({ state, events }, _dealer, header) => {
      const parsed = events.map((event) => eventSchema.parse(JSON.parse(JSON.stringify(event))))
      expect(foldEvents(initialState(header), parsed)).toEqual(state)
      expect(JSON.parse(JSON.stringify(state))).toEqual(state)
    })
  })

  it('pays out all that was staked, and nothing before the end or without a start', () => {
    check(({ state, events }) => {
      const ends = events.filter(({ type }) => type === 'Settled' || type === 'Voided')
      expect(ends).toHaveLength(hasEnded(state) ? 1 : 0)
      if (!state.result) return
      expect(events.at(-1)).toBe(ends[0])
      const { result } = state
      const rake = result.outcome === 'settled' ? parseCoins(result.rake) : 0n
      const paid = result.payouts.reduce((sum, { amount }) => sum + parseCoins(amount), rake)
      const started = events.some(({ type }) => type === 'Started')
      expect(paid).toBe(started ? parseCoins(pot(state)) : 0n)
      expect(new Set(result.payouts.map(({ seat }) => seat)).size).toBe(result.payouts.length)
    })
  })

  it('pays those still in alone, unless everyone is refunded', () => {
    check(({ state }) => {
      if (!state.result || state.result.payouts.length === state.seats) return
      const paid = state.result.payouts.map(({ seat }) => seat).sort()
      const stillIn = state.table.filter(isIn).map(({ seat }) => seat)
      expect(paid).toEqual(state.order.length > 0 ? stillIn : [])
    })
  })

  it('opens a tile once, for the seat to move, one in a turn', () => {
    check(({ state, events }) => {
      expect(new Set(state.moves.map(({ board, tile }) => `${board}/${tile}`)).size).toBe(state.moves.length)
      expect(new Set(state.moves.map(({ turn }) => turn)).size).toBe(state.moves.length)
      const turns = events.filter((event) => event.type === 'TurnStarted')
      expect(turns.map(({ turn }) => turn)).toEqual(turns.map((_, index) => index))
      for (const move of state.moves) expect(turns[move.turn]?.seat).toBe(move.seat)
    })
  })

  it('gives each place once, from last to second', () => {
    check(({ state, events }) => {
      const places = events.flatMap((event) => (event.type === 'SeatOut' ? [event.place] : []))
      expect(places).toEqual(places.map((_, index) => state.seats - index))
    })
  })

  it('moves deadlines by 15 s a match at most', () => {
    check(({ state, events }) => {
      const given = events.reduce(
        (sum, event) => (event.type === 'ClockCompensated' ? sum + event.ms : sum),
        0,
      )
      expect(given).toBe(state.compensatedMs)
      expect(given).toBeLessThanOrEqual(compensationMaxMs)
    })
  })

  it('tells nothing of a tile before it is opened, and the server seed with the last event alone', () => {
    check(({ state, events }, dealer) => {
      const opened = new Set(state.moves.map(({ board, tile }) => dealer.tile(board, tile).salt))
      const told = JSON.stringify(events)
      for (let board = 0; board < state.rules.boards; board += 1)
        for (let tile = 0; tile < state.rules.w * state.rules.h; tile += 1) {
          const { salt } = dealer.tile(board, tile)
          if (told.includes(salt)) expect(opened).toContain(salt)
        }
      for (const event of events) {
        const keys = Object.keys(event)
        if (event.type !== 'TileOpened') expect(keys).not.toContain('mine')
        if (event.type === 'BoardBegun')
          expect(keys.sort()).toEqual(['at', 'board', 'leaves', 'root', 'type', 'v'])
        if (event.type !== 'Settled' && event.type !== 'Voided')
          expect(JSON.stringify(event)).not.toContain(dealer.serverSeed)
        if (event.type !== 'SeedRevealed') expect(keys).not.toContain('seed')
      }
    })
  })

  it('shows no account behind a seat, in events or in the match, and all else as it is', () => {
    check(({ state, events }, _dealer, header) => {
      const shown = events.map(viewEvent)
      expect(JSON.stringify(shown)).not.toContain('secret-account')
      expect(JSON.stringify(view(state))).not.toContain('secret-account')
      expect(foldEvents(initialState(header), shown)).toEqual(view(state))
      expect(shown.reduce(rollHash, emptyHash)).toBe(events.reduce(rollHash, emptyHash))
    })
  })

  it('can be brought to an end by the clock alone, within the tiles there are', () => {
    check((log, dealer) => {
      expect(hasEnded(toTheEnd(log, dealer))).toBe(true)
    })
  })
})
