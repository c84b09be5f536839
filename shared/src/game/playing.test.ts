import { describe, expect, it } from 'vitest'
import { decide } from './decide.ts'
import { foldEvents } from './evolve.ts'
import { plainSeed } from './plain-dealer.ts'
import { allTiles, blind, clues, eventsOf, expectRefusal, opening, ready, started, types } from './testing.ts'

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

  it('is refused to anyone who is not to move, for a turn gone by, and for a tile that is open or not there', () => {
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

  it('puts anyone who opens a mine out at once, in last place', () => {
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

  it('is played on at a blind table, where no one can know', () => {
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
