import { matchIdSchema } from '@minefall/shared/game'
import { describe, expect, it } from 'vitest'
import { nextSeat } from './next-seat.ts'

const matchId = matchIdSchema.parse('ab'.repeat(16))
const seated = { matchId: matchIdSchema.parse('cd'.repeat(16)), gameId: 'mines-trial' }
const ended = { isOver: true, matchId, asked: false }

describe('the match that is offered where another one is over', () => {
  it('is the one where another tab sat down', () => {
    expect(nextSeat(ended, seated)).toBe(seated)
  })

  it('is none while this match runs, or we sit nowhere, or still here', () => {
    expect(nextSeat({ ...ended, isOver: false }, seated)).toBeNull()
    expect(nextSeat(ended, null)).toBeNull()
    expect(nextSeat(ended, { ...seated, matchId })).toBeNull()
  })

  it('is none for a tab that agreed itself: it follows without being asked', () => {
    expect(nextSeat({ ...ended, asked: true }, seated)).toBeNull()
  })
})
