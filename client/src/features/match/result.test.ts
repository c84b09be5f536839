import { describe, expect, it } from 'vitest'
import { playedMatch } from '../../board/model/played-match.ts'
import { summarize } from './result.ts'

describe('the result', () => {
  it('is nothing while the match runs', () => {
    expect(summarize(playedMatch().state(), 0)).toBeNull()
  })

  it('tells the winner what they gained, the others what they lost and their place', () => {
    const match = playedMatch({ seats: 3 })
    const [first = 0, second = 0, third = 0] = match.state().order
    match.open('mine')
    const state = match.open('mine')
    expect(summarize(state, third)).toMatchObject({
      ahead: true,
      pot: 300n,
      outcome: { kind: 'won', net: 200n, payout: 300n },
      winners: [third],
    })
    expect(summarize(state, first)).toMatchObject({
      ahead: false,
      outcome: { kind: 'lost', net: -100n, place: 3, reason: 'mine' },
    })
    expect(summarize(state, second)).toMatchObject({ outcome: { kind: 'lost', place: 2 } })
    expect(summarize(state, null)).toMatchObject({ ahead: false, outcome: { kind: 'watched' } })
  })

  it('has no fanfare for a share that is no more than the stake', () => {
    const match = playedMatch({ seats: 2 })
    match.open('mine')
    const state = match.state()
    if (state.result?.outcome !== 'settled') throw new Error('the match is settled')
    const shared = {
      ...state,
      table: state.table.map((seat) => {
        if (!seat) return seat
        const { out: _, ...still } = seat
        return still
      }),
      result: {
        ...state.result,
        reason: 'shared' as const,
        payouts: [0, 1].map((seat) => ({ seat, amount: '100' })),
      },
    }
    expect(summarize(shared, 0)).toMatchObject({
      ahead: false,
      outcome: { kind: 'shared', net: 0n, others: 1 },
    })
  })

  it('gives every stake back when nothing was taken, and tells a share when it was', () => {
    const waiting = playedMatch({ until: 'locking' })
    const void1 = waiting.run({ type: 'void', at: 9, reason: 'seed-missing', serverSeed: '5e'.repeat(32) })
    expect(summarize(void1, 0)).toMatchObject({
      ahead: false,
      outcome: { kind: 'voided', net: 0n, back: 100n, started: false },
    })
    // Who only watched lost nothing, and saw no one win.
    expect(summarize(void1, null)).toMatchObject({ outcome: { kind: 'voided', back: null, started: false } })
    const match = playedMatch({ seats: 3 })
    const [first = 0, second = 0] = match.state().order
    match.open('mine')
    const void2 = match.run({ type: 'void', at: 9, reason: 'interrupted', serverSeed: '5e'.repeat(32) })
    expect(summarize(void2, first)).toMatchObject({ outcome: { kind: 'voided', net: -100n } })
    expect(summarize(void2, second)).toMatchObject({ outcome: { kind: 'voided', net: 50n } })
  })
})
