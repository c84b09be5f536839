import { type EventOf, initialState, type MatchState, matchIdSchema } from '@minefall/shared/game'
import { describe, expect, test } from 'vitest'
import { endedSeats } from './ended-seats.ts'

const matchId = matchIdSchema.parse('0'.repeat(32))
const seed = 'ab'.repeat(32)

/** Three people and a practice opponent in a match that plays; seat 2 is out already. */
const playing: MatchState = {
  ...initialState({
    matchId,
    gameId: 'mines-classic',
    asset: 'coin',
    stake: '100',
    seats: 4,
    rules: { boards: 1, clockMs: 12_000, clues: false, h: 5, mines: 4, rakeBps: 0, w: 5 },
    serverCommit: seed,
  }),
  phase: 'playing',
  order: [0, 1, 2, 3],
  table: [0, 1, 2, 3].map((seat) => ({
    seat,
    ref: 'cd'.repeat(16),
    commit: seed,
    idleTurns: 0,
    player: { name: `P${seat}`, avatar: 'cat-1', kind: seat === 3 ? 'practice' : 'player' },
    ...(seat === 3 ? {} : { holder: `holder-${seat}` }),
    ...(seat === 2 ? { out: { reason: 'mine', place: 4, turn: 2 } } : {}),
  })),
}

const settled = (...payouts: EventOf<'Settled'>['payouts']): EventOf<'Settled'> => ({
  type: 'Settled',
  v: 1,
  at: 1,
  reason: payouts.length === 1 ? 'won' : 'shared',
  payouts,
  rake: '0',
  serverSeed: seed,
})
const voided = (...payouts: EventOf<'Voided'>['payouts']): EventOf<'Voided'> => ({
  type: 'Voided',
  v: 1,
  at: 1,
  reason: 'interrupted',
  payouts,
  serverSeed: seed,
})
const out = (seat: number, place: number): EventOf<'SeatOut'> => ({
  type: 'SeatOut',
  v: 1,
  at: 1,
  seat,
  reason: 'left',
  place,
})
const told = (...[before, events, ending, captured]: Parameters<typeof endedSeats>) =>
  endedSeats(before, events, ending, captured).map(
    ({ seat, outcome, place, payout }) => `${seat} ${outcome} ${place} ${payout}`,
  )

describe('how a match ended for each person', () => {
  test('one has won, and the places are those of the seats that went out, the last of them with the end', () => {
    const end = settled({ seat: 0, amount: '400' })
    expect(told(playing, [out(3, 3), out(1, 2), end], end, true)).toEqual([
      '0 won 1 400',
      '1 lost 2 0',
      '2 lost 4 0',
    ])
  })

  test('a practice opponent has won: no one else has', () => {
    const end = settled({ seat: 3, amount: '400' })
    expect(told(playing, [out(0, 3), out(1, 2), end], end, true)).toEqual([
      '0 lost 3 0',
      '1 lost 2 0',
      '2 lost 4 0',
    ])
  })

  test('the pot is shared when the boards run out, and by a void that leaves someone out', () => {
    const shares = [0, 1, 3].map((seat) => ({ seat, amount: '133' }))
    const expected = ['0 shared 1 133', '1 shared 1 133', '2 lost 4 0']
    expect(told(playing, [], settled(...shares), true)).toEqual(expected)
    expect(told(playing, [], voided(...shares), true)).toEqual(expected)
  })

  test('a void that pays everyone is a refund, anyone the clock has put out', () => {
    const stakes = [0, 1, 2, 3].map((seat) => ({ seat, amount: '100' }))
    const expected = ['0 refunded null 100', '1 refunded null 100', '2 refunded null 100']
    expect(told(playing, [], voided(...stakes), true)).toEqual(expected)
  })

  test('before the start the holds are released; before the lock no one was in it', () => {
    const expected = ['0 refunded null 100', '1 refunded null 100', '2 refunded null 100']
    expect(told({ ...playing, phase: 'locking' }, [], voided(), false)).toEqual(expected)
    expect(told({ ...playing, phase: 'gathering' }, [], voided(), false)).toEqual([])
  })
})
