import { describe, expect, it } from 'vitest'
import { decide } from './decide.ts'
import { foldEvents } from './evolve.ts'
import { plainSeed } from './plain-dealer.ts'
import { carryOut } from './simulation.ts'
import type { Command } from './state.ts'
import {
  after,
  blind,
  dealerOf,
  eventsOf,
  expectRefusal,
  expire,
  opening,
  ready,
  started,
  types,
} from './testing.ts'

describe('the turn clock', () => {
  it('opens a closed tile drawn by the dealer, the first time in a row', () => {
    const state = opening(started(), 4)
    const events = eventsOf(state, expire(1), dealerOf(blind, [4, 6, 0]))
    expect(events).toMatchObject([
      { type: 'TileOpened', seat: 2, turn: 1, tile: 6, by: 'clock' },
      { type: 'TurnStarted', turn: 2, seat: 0 },
    ])
  })

  it('counts a mine it opens as a mine, even if no one has moved by hand', () => {
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

  it('voids and refunds a match in which no one has moved by hand when the first one would be out for it', () => {
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

  it('ends the match when one is left, no matter who was to move', () => {
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
