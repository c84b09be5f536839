import { describe, expect, it } from 'vitest'
import { playerCommit } from '../fairness/index.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { decide } from './decide.ts'
import type { GameEvent } from './events.ts'
import { foldEvents, initialState } from './evolve.ts'
import { laidDealer, plainSeed } from './plain-dealer.ts'
import { matchIdSchema, type Rules } from './rules.ts'
import { carryOut, readyMatch } from './simulation.ts'
import type { Command, Dealer, MatchState, Refusal } from './state.ts'

const blind: Rules = { boards: 1, clockMs: 12_000, clues: false, h: 3, mines: 2, rakeBps: 0, w: 3 }
const clues: Rules = { ...blind, boards: 2, clues: true }
const allTiles = [0, 1, 2, 3, 4, 5, 6, 7, 8]

/** Seat 1 moves first, then 2, then 0. Mines lie at 0 and 8 of the first board, 3 and 4 of the second. */
const dealerOf = (rules: Rules, autoOrder = allTiles): Dealer =>
  laidDealer({
    rules,
    order: [1, 2, 0],
    mines: [
      [0, 8],
      [3, 4],
    ],
    autoOrder,
  })

const ready = (rules: Rules) => readyMatch({ gameId: 'mines-test', seats: 3, rules }, seededRandom(1))
const started = (rules: Rules = blind) => carryOut(ready(rules), { type: 'start', at: 1000 }, dealerOf(rules))

const after = (state: MatchState, ...commands: Command[]): MatchState =>
  commands.reduce((match, command) => carryOut(match, command, dealerOf(state.rules)), state)

/** Opens these tiles by whoever's turn it is. */
const opening = (state: MatchState, ...tiles: number[]): MatchState =>
  tiles.reduce((match, tile) => {
    const { seat, turn } = match.turn ?? { seat: -1, turn: -1 }
    return after(match, { type: 'open', at: 2000, seat, turn, tile })
  }, state)

const eventsOf = (state: MatchState, command: Command, dealer = dealerOf(state.rules)) => {
  const decision = decide(state, command, dealer)
  if (!decision.ok) throw new Error(decision.refusal)
  return decision.events
}
const types = (events: readonly GameEvent[]) => events.map(({ type }) => type)
const expire = (turn: number): Command => ({ type: 'expire', at: 9000, turn })
const expectRefusal = (state: MatchState, command: Command, refusal: Refusal) =>
  expect(decide(state, command, dealerOf(state.rules))).toEqual({ ok: false, refusal })

describe('gathering', () => {
  const matchId = matchIdSchema.parse('0a'.repeat(16))
  const empty = initialState({
    matchId,
    gameId: 'mines-test',
    asset: 'trial',
    stake: '100',
    seats: 3,
    rules: blind,
    serverCommit: 'cc'.repeat(32),
  })
  const sit = (number: number, holder = `account-${number}`) =>
    ({
      type: 'sit',
      at: number,
      ref: number.toString(16).padStart(32, '0'),
      commit: playerCommit(matchId, number.toString(16).padStart(32, '0'), 'ee'.repeat(32)),
      player: { name: `Player ${number}`, avatar: 'one', kind: 'player' },
      holder,
    }) as const satisfies Command
  const full = after(empty, sit(0), sit(1), sit(2))
  const lock: Command = {
    type: 'lock',
    at: 50,
    prevLog: '00'.repeat(32),
    lockHash: 'dd'.repeat(32),
    revealMs: 5000,
  }

  it('gives each newcomer the free seat with the lowest number', () => {
    const state = after(full, { type: 'stand', at: 9, seat: 1, reason: 'left' })
    expect(eventsOf(state, sit(7))).toMatchObject([{ type: 'SeatTaken', seat: 1 }])
  })

  it('has one seat for each account and each pseudonym, and no more seats than the table', () => {
    const one = after(empty, sit(0))
    expectRefusal(one, sit(1, 'account-0'), 'already-seated')
    expectRefusal(one, { ...sit(0), holder: 'account-9' }, 'ref-taken')
    expectRefusal(full, sit(3), 'table-full')
  })

  it('lets several sit whose accounts are not told', () => {
    const { holder: _first, ...first } = sit(0)
    const { holder: _second, ...second } = sit(1)
    expect(after(empty, first, second).table.filter((seat) => seat !== null)).toHaveLength(2)
  })

  it('takes leaving as standing up, and neither from an empty seat', () => {
    expect(eventsOf(full, { type: 'leave', at: 9, seat: 2 })).toEqual([
      { type: 'SeatLeft', v: 1, at: 9, seat: 2, reason: 'left' },
    ])
    expectRefusal(empty, { type: 'leave', at: 9, seat: 2 }, 'not-seated')
    expectRefusal(empty, { type: 'stand', at: 9, seat: 7, reason: 'absent' }, 'not-seated')
  })

  it('locks a full table alone, and says until when the seeds must be there', () => {
    expectRefusal(after(empty, sit(0), sit(1)), lock, 'not-ready')
    expect(eventsOf(full, lock)).toMatchObject([{ type: 'Locked', at: 50, revealBy: 5050 }])
  })

  it('is over with the lock: nobody sits, stands or leaves any more', () => {
    const locked = after(full, lock)
    expectRefusal(locked, sit(3), 'wrong-phase')
    expectRefusal(locked, { type: 'stand', at: 60, seat: 0, reason: 'left' }, 'wrong-phase')
    expectRefusal(locked, { type: 'leave', at: 60, seat: 0 }, 'wrong-phase')
    expectRefusal(locked, lock, 'wrong-phase')
  })

  it('takes from each seat once the seed it has committed to, after the lock', () => {
    const reveal = { type: 'reveal', at: 60, seat: 1, seed: 'ee'.repeat(32) } as const
    const locked = after(full, lock)
    expectRefusal(full, reveal, 'wrong-phase')
    expectRefusal(locked, { ...reveal, seed: 'ef'.repeat(32) }, 'wrong-seed')
    expectRefusal(locked, { ...reveal, seat: 5 }, 'not-seated')
    expectRefusal(after(locked, reveal), reveal, 'already-revealed')
    expect(after(locked, reveal).table[1]?.seed).toBe('ee'.repeat(32))
  })

  it('starts when every seed is there, and with a dealer', () => {
    const start: Command = { type: 'start', at: 70 }
    expectRefusal(full, start, 'wrong-phase')
    expectRefusal(after(full, lock), start, 'not-ready')
    expect(decide(ready(blind), start)).toEqual({ ok: false, refusal: 'not-ready' })
    const events = eventsOf(ready(blind), start)
    expect(types(events)).toEqual(['Started', 'BoardBegun', 'TurnStarted'])
    expect(events).toMatchObject([{ order: [1, 2, 0] }, { board: 0 }, { turn: 0, seat: 1, deadline: 12_070 }])
  })
})

describe('opening a tile', () => {
  it('shows a clue on a table with clues, and passes the turn on in order', () => {
    const events = eventsOf(started(clues), { type: 'open', at: 2000, seat: 1, turn: 0, tile: 4 })
    expect(events).toMatchObject([
      { type: 'TileOpened', seat: 1, turn: 0, board: 0, tile: 4, mine: false, clue: 2, by: 'hand' },
      { type: 'TurnStarted', turn: 1, seat: 2, at: 2000, deadline: 14_000 },
    ])
  })

  it('shows no clue on a blind table', () => {
    const events = eventsOf(started(), { type: 'open', at: 2000, seat: 1, turn: 0, tile: 4 })
    expect(events[0]).toMatchObject({ mine: false, clue: 255 })
  })

  it('is refused to whoever is not to move, for a turn gone by, and for a tile that is open or not there', () => {
    const state = opening(started(), 4)
    const open = { type: 'open', at: 2000, seat: 2, turn: 1, tile: 5 } as const
    expectRefusal(state, { ...open, seat: 0 }, 'not-your-turn')
    expectRefusal(state, { ...open, turn: 0 }, 'stale-turn')
    expectRefusal(state, { ...open, turn: 2 }, 'stale-turn')
    expectRefusal(state, { ...open, seat: 5 }, 'not-seated')
    expectRefusal(state, { ...open, tile: 4 }, 'tile-open')
    expectRefusal(state, { ...open, tile: 9 }, 'no-such-tile')
    expectRefusal(state, { ...open, tile: 1.5 }, 'no-such-tile')
    expectRefusal(ready(blind), open, 'wrong-phase')
    expect(decide(state, open)).toEqual({ ok: false, refusal: 'not-ready' })
  })

  it('puts whoever opens a mine out at once, in last place', () => {
    const events = eventsOf(started(), { type: 'open', at: 2000, seat: 1, turn: 0, tile: 8 })
    expect(types(events)).toEqual(['TileOpened', 'SeatOut', 'TurnStarted'])
    expect(events).toMatchObject([
      { mine: true, clue: 255 },
      { seat: 1, reason: 'mine', place: 3 },
      { seat: 2, turn: 1 },
    ])
    const state = foldEvents(started(), events)
    expectRefusal(state, { type: 'open', at: 2100, seat: 1, turn: 1, tile: 0 }, 'already-out')
  })

  it('passes over those who are out', () => {
    expect(opening(started(), 8, 1, 2).turn).toMatchObject({ turn: 3, seat: 2 })
  })

  it('ends the match the moment one player is left, who takes the pot', () => {
    const state = opening(started(), 8, 0)
    expect(state).toMatchObject({ phase: 'settled', turn: null })
    expect(state.result).toEqual({
      outcome: 'settled',
      reason: 'won',
      payouts: [{ seat: 0, amount: '300' }],
      rake: '0',
      serverSeed: plainSeed,
      at: 2000,
    })
    expect(state.table.map((seat) => seat?.out?.place)).toEqual([undefined, 3, 2])
    expectRefusal(state, { type: 'open', at: 3000, seat: 0, turn: 2, tile: 1 }, 'wrong-phase')
  })

  it('takes the rake off the pot, rounded down', () => {
    const { result } = opening(started({ ...blind, rakeBps: 255 }), 8, 0)
    expect(result).toMatchObject({ payouts: [{ seat: 0, amount: '293' }], rake: '7' })
  })
})

describe('a board without a safe tile', () => {
  const safeOfFirst = [1, 2, 3, 4, 5, 6, 7]

  it('gives way to the next one on a table with clues, with turn numbers running on', () => {
    const last = opening(started(clues), ...safeOfFirst.slice(0, -1))
    const events = eventsOf(last, { type: 'open', at: 2000, seat: 1, turn: 6, tile: 7 })
    expect(types(events)).toEqual(['TileOpened', 'BoardBegun', 'TurnStarted'])
    expect(events).toMatchObject([{ board: 0 }, { board: 1 }, { turn: 7, seat: 2 }])
    const next = foldEvents(last, events)
    expect(next.board?.tiles).toEqual(allTiles.map(() => null))
    expect(next.moves).toHaveLength(7)
  })

  it('counts a mine that was opened as gone', () => {
    const state = opening(started(clues), 8, ...safeOfFirst)
    expect(state.board?.board).toBe(1)
  })

  it('is played on at a blind table, where nobody can know', () => {
    const state = opening(started(), ...safeOfFirst)
    expect(state).toMatchObject({ phase: 'playing', board: { board: 0 } })
  })

  it('ends the match after the last board: those still in share, units left over from the next to move on', () => {
    const state = { ...started(clues), stake: '101' }
    const over = opening(state, 8, ...safeOfFirst, 0, 1, 2, 5, 6, 7, 8)
    expect(over.result).toMatchObject({
      outcome: 'settled',
      reason: 'shared',
      payouts: [
        { seat: 2, amount: '152' },
        { seat: 0, amount: '151' },
      ],
      rake: '0',
    })
    expect(over.moves.at(-1)).toMatchObject({ seat: 0 })
  })
})

describe('the turn clock', () => {
  it('opens a closed tile drawn by the dealer, the first time in a row', () => {
    const state = opening(started(), 4)
    const events = eventsOf(state, expire(1), dealerOf(blind, [4, 6, 0]))
    expect(events).toMatchObject([
      { type: 'TileOpened', seat: 2, turn: 1, tile: 6, by: 'clock' },
      { type: 'TurnStarted', turn: 2, seat: 0 },
    ])
  })

  it('counts a mine it opens as a mine, even if nobody has moved by hand', () => {
    const events = eventsOf(started(), expire(0))
    expect(events).toMatchObject([
      { type: 'TileOpened', mine: true, by: 'clock' },
      { type: 'SeatOut', reason: 'mine' },
      { type: 'TurnStarted' },
    ])
  })

  it('puts a player out the second time in a row, and opens no tile', () => {
    const auto = dealerOf(blind, [1, 2, 3, 5, 6, 7])
    let state = opening(started(), 4)
    state = carryOut(state, expire(1), auto)
    state = opening(state, 6, 7)
    expect(state.turn).toMatchObject({ turn: 4, seat: 2 })
    expect(eventsOf(state, expire(4), auto)).toMatchObject([
      { type: 'SeatOut', seat: 2, reason: 'idle', place: 3 },
      { type: 'TurnStarted', turn: 5, seat: 0 },
    ])
  })

  it('forgets the first time once the player moves by hand', () => {
    const auto = dealerOf(blind, [1, 2, 3])
    const state = opening(carryOut(opening(started(), 4), expire(1), auto), 5, 6, 7)
    expect(state.table[2]?.idleTurns).toBe(0)
  })

  it('voids and refunds a match in which nobody has moved by hand when the first one would be out for it', () => {
    const auto = dealerOf(blind, [1, 2, 3, 4])
    const idle = [0, 1, 2].reduce((state, turn) => carryOut(state, expire(turn), auto), started())
    expect(idle.phase).toBe('playing')
    expect(eventsOf(idle, expire(3), auto)).toEqual([
      {
        type: 'Voided',
        v: 1,
        at: 9000,
        reason: 'idle',
        payouts: [0, 1, 2].map((seat) => ({ seat, amount: '100' })),
        serverSeed: plainSeed,
      },
    ])
  })

  it('has nothing to say about any turn but the running one', () => {
    expectRefusal(opening(started(), 4), expire(0), 'stale-turn')
    expectRefusal(ready(blind), expire(0), 'wrong-phase')
    expect(decide(started(), expire(0))).toEqual({ ok: false, refusal: 'not-ready' })
  })
})

describe('leaving', () => {
  it('in another turn touches neither that turn nor its clock', () => {
    const state = started()
    const events = eventsOf(state, { type: 'leave', at: 1500, seat: 0 })
    expect(events).toEqual([{ type: 'SeatOut', v: 1, at: 1500, seat: 0, reason: 'left', place: 3 }])
    expect(foldEvents(state, events).turn).toEqual(state.turn)
  })

  it('in the own turn passes it on', () => {
    const events = eventsOf(started(), { type: 'leave', at: 1500, seat: 1 })
    expect(types(events)).toEqual(['SeatOut', 'TurnStarted'])
    expect(events[1]).toMatchObject({ turn: 1, seat: 2, deadline: 13_500 })
  })

  it('ends the match when one is left, whoever was to move', () => {
    const left = after(started(), { type: 'leave', at: 1500, seat: 0 })
    for (const seat of [1, 2]) {
      const events = eventsOf(left, { type: 'leave', at: 1600, seat })
      expect(types(events)).toEqual(['SeatOut', 'Settled'])
      expect(events[1]).toMatchObject({ reason: 'won', payouts: [{ seat: 3 - seat, amount: '300' }] })
    }
  })

  it('is for those who are in', () => {
    const left = after(started(), { type: 'leave', at: 1500, seat: 0 })
    expectRefusal(left, { type: 'leave', at: 1600, seat: 0 }, 'already-out')
    expectRefusal(left, { type: 'leave', at: 1600, seat: 4 }, 'not-seated')
    expect(decide(left, { type: 'leave', at: 1600, seat: 1 })).toEqual({ ok: false, refusal: 'not-ready' })
  })
})

describe('compensation', () => {
  const compensate = (ms: number, turn = 0): Command => ({
    type: 'compensate',
    at: 5000,
    turn,
    ms,
    cause: 'restart',
  })

  it('moves the deadline of the running turn', () => {
    expect(eventsOf(started(), compensate(700))).toEqual([
      { type: 'ClockCompensated', v: 1, at: 5000, turn: 0, ms: 700, deadline: 13_700, cause: 'restart' },
    ])
    expect(after(started(), compensate(700))).toMatchObject({
      turn: { deadline: 13_700 },
      compensatedMs: 700,
    })
  })

  it('ends at 15 s a match, over all turns', () => {
    const most = opening(after(started(), compensate(9000)), 4)
    expect(eventsOf(most, compensate(9000, 1))).toMatchObject([{ ms: 6000 }])
    expectRefusal(after(most, compensate(9000, 1)), compensate(1, 1), 'compensation-spent')
  })

  it('is given in whole milliseconds, at least one', () => {
    expect(eventsOf(started(), compensate(0.2))).toMatchObject([{ ms: 1 }])
    expect(eventsOf(started(), compensate(1.5))).toMatchObject([{ ms: 2 }])
  })

  it('is for the running turn of a match in play', () => {
    expectRefusal(started(), compensate(1, 1), 'stale-turn')
    expectRefusal(ready(blind), compensate(1), 'wrong-phase')
  })
})

describe('a match that cannot go on', () => {
  const interrupt: Command = { type: 'void', at: 7000, reason: 'interrupted', serverSeed: 'ab'.repeat(32) }

  it('pays nothing before the start, and says where those who were ready sit down again', () => {
    const next = matchIdSchema.parse('0b'.repeat(16))
    expect(eventsOf(ready(blind), { ...interrupt, reason: 'seed-missing', next })).toEqual([
      {
        type: 'Voided',
        v: 1,
        at: 7000,
        reason: 'seed-missing',
        payouts: [],
        serverSeed: 'ab'.repeat(32),
        next,
      },
    ])
  })

  it('refunds everyone while nobody is out', () => {
    expect(eventsOf(opening(started(), 4), interrupt)).toMatchObject([
      { reason: 'interrupted', payouts: [0, 1, 2].map((seat) => ({ seat, amount: '100' })) },
    ])
  })

  it('shares the pot without a rake among those in once somebody is out, units left over from the next to move', () => {
    const state = { ...started({ ...blind, rakeBps: 500 }), stake: '101' }
    expect(eventsOf(opening(state, 8, 4), interrupt)).toMatchObject([
      {
        payouts: [
          { seat: 0, amount: '152' },
          { seat: 2, amount: '151' },
        ],
      },
    ])
  })

  it('needs no dealer, and ends once', () => {
    const voided = carryOut(started(), interrupt)
    expect(voided).toMatchObject({ phase: 'voided', turn: null, result: { outcome: 'voided' } })
    expectRefusal(voided, interrupt, 'wrong-phase')
    expectRefusal(opening(started(), 8, 0), interrupt, 'wrong-phase')
  })
})
