import { emptyHash, type GameEvent, initialState, matchIdSchema, rollHash } from '@minefall/shared/game'
import { expect, it } from 'vitest'
import { agreesWith, applyEvents, newMatch, takeDelivery, takeState } from './match.ts'

const header = {
  matchId: matchIdSchema.parse('0'.repeat(32)),
  gameId: 'load',
  asset: 'trial' as const,
  stake: '100',
  seats: 5,
  rules: { w: 16, h: 16, mines: 4, clues: false, boards: 1, clockMs: 60_000, rakeBps: 0 },
  serverCommit: 'c'.repeat(64),
}
const taken = (seat: number): GameEvent => ({
  v: 1,
  type: 'SeatTaken',
  at: 1,
  seat,
  ref: `${seat}`.repeat(32),
  commit: 'd'.repeat(64),
  player: { name: 'Mai', avatar: 'fox', kind: 'guest' },
})

it('a socket that hears late what another one’s state held already has no hash to hold against a beat', () => {
  const state = initialState(header)
  const match = newMatch(state, emptyHash, true)
  const ahead = newMatch(state, emptyHash, true)
  applyEvents(ahead, 1, [taken(0), taken(1)])
  expect(takeState(match, ahead.state, ahead.hash ?? '')).toBe(true)
  takeDelivery(
    match,
    0,
    Buffer.from(
      `2["match.events",${JSON.stringify({ matchId: header.matchId, seq: 1, events: [taken(0)] })}]`,
    ),
  )
  expect(agreesWith(match, 1, rollHash(emptyHash, taken(0)))).toBe(true)
  expect(agreesWith(match, 2, 'ffffffffffffff')).toBe(false)
})
