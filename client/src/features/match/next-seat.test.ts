import { matchIdSchema } from '@minefall/shared/game'
import { describe, expect, it } from 'vitest'
import { playedMatch } from '../../board/model/played-match.ts'
import { nextSeat } from './next-seat.ts'

const ended = () => {
  const match = playedMatch({ seats: 2 })
  return match.open('mine')
}
const state = ended()
const { matchId } = state
const seated = { matchId: matchIdSchema.parse('cd'.repeat(16)), gameId: 'mines-trial' }
const rematch = { agreed: [], until: 0, next: null, asked: false }

describe('the match that is offered where another one is over', () => {
  it('is the one where another tab sat down', () => {
    expect(nextSeat({ state, matchId, rematch: null }, seated)).toBe(seated)
    expect(nextSeat({ state, matchId, rematch }, seated)).toBe(seated)
  })

  it('is none while this match runs, or we sit nowhere, or still here', () => {
    const running = playedMatch({ seats: 2 }).state()
    expect(nextSeat({ state: running, matchId, rematch: null }, seated)).toBeNull()
    expect(nextSeat({ state, matchId, rematch: null }, null)).toBeNull()
    expect(nextSeat({ state, matchId, rematch: null }, { ...seated, matchId })).toBeNull()
  })

  it('is none for a tab that agreed itself: it follows without being asked', () => {
    expect(nextSeat({ state, matchId, rematch: { ...rematch, asked: true } }, seated)).toBeNull()
  })
})
