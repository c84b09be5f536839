import { describe, expect, it } from 'vitest'
import { matchIdSchema } from '../rules/index.ts'
import type { VoidReason } from './events.ts'
import { carryOut } from './simulation.ts'
import type { Command, MatchState } from './state.ts'
import { blind, eventsOf, expectRefusal, opening, ready, started } from './testing.ts'

describe('a match that cannot go on', () => {
  const interrupt: Command = { type: 'void', at: 7000, reason: 'interrupted', serverSeed: 'ab'.repeat(32) }

  const lackingSeed = (): MatchState => {
    const state = ready(blind)
    const table = state.table.map((seat) => {
      if (!seat) return null
      const { seed: _missing, ...taken } = seat
      return taken
    })
    return { ...state, table }
  }

  it('pays nothing before the start, and says where those who were ready sit down again', () => {
    const next = matchIdSchema.parse('0b'.repeat(16))
    expect(eventsOf(lackingSeed(), { ...interrupt, reason: 'seed-missing', next })).toEqual([
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

  it('refunds everyone while no one is out', () => {
    expect(eventsOf(opening(started(), 4), interrupt)).toMatchObject([
      { reason: 'interrupted', payouts: [0, 1, 2].map((seat) => ({ seat, amount: '100' })) },
    ])
  })

  it('shares the pot without a rake among those in once someone is out, units left over from the next to move', () => {
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

  it('is not voided for a reason that it does not bear out', () => {
    const voidFor = (reason: VoidReason): Command => ({ ...interrupt, reason })
    expectRefusal(ready(blind), voidFor('seed-missing'), 'wrong-phase')
    for (const state of [lackingSeed(), ready(blind), started()]) {
      expectRefusal(state, voidFor('abandoned'), 'wrong-phase')
      expectRefusal(state, voidFor('link-missing'), 'wrong-phase')
    }
  })

  it('needs no dealer, and ends once', () => {
    const voided = carryOut(started(), interrupt)
    expect(voided).toMatchObject({ phase: 'voided', turn: null, result: { outcome: 'voided' } })
    expectRefusal(voided, interrupt, 'wrong-phase')
    expectRefusal(opening(started(), 8, 0), interrupt, 'wrong-phase')
  })
})
