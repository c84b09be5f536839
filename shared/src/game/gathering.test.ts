import { describe, expect, it } from 'vitest'
import { playerCommit } from '../fairness/index.ts'
import { matchIdSchema } from '../rules/index.ts'
import { decide } from './decide.ts'
import { initialState } from './evolve.ts'
import type { Command } from './state.ts'
import { after, blind, eventsOf, expectRefusal, ready, types } from './testing.ts'

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

  it('is over with the lock: no one sits, stands or leaves any more', () => {
    const locked = after(full, lock)
    expectRefusal(locked, sit(3), 'table-full')
    expectRefusal(locked, sit(0), 'already-seated')
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
