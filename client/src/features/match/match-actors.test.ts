import { matchIdSchema } from '@minefall/shared/game'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MatchInput } from '../../machines/match/index.ts'
import { createMatchActors, keyOf } from './match-actors.ts'

const matchId = matchIdSchema.parse('ab'.repeat(16))
const join: MatchInput = { kind: 'join', gameId: 'mines-trial', stake: '100', asset: 'trial' }
const back: MatchInput = { kind: 'return', gameId: 'mines-trial', matchId }

type Made = { matchId: string | null; stopped: boolean }

/** Actors that only know which match they are in, and whether they were stopped. */
const setup = () => {
  const made: Made[] = []
  const acquire = createMatchActors(() => {
    const actor: Made = { matchId: null, stopped: false }
    made.push(actor)
    return {
      getSnapshot: () => ({ context: { matchId: actor.matchId } }),
      stop: () => {
        actor.stopped = true
      },
    }
  })
  return { made, acquire }
}

describe('the actors of matches', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.runAllTimers()
    vi.useRealTimers()
  })

  it('are one however often a screen mounts', () => {
    const { made, acquire } = setup()
    const first = acquire(join, 'a')
    first.release()
    const second = acquire(join, 'a')
    expect(second.actor).toBe(first.actor)
    vi.runAllTimers()
    expect(made).toHaveLength(1)
    expect(made[0]?.stopped).toBe(false)
    second.release()
    vi.runAllTimers()
    expect(made[0]?.stopped).toBe(true)
  })

  it('are found again by the address of the match they sat down at', () => {
    const { made, acquire } = setup()
    const seat = acquire(join, 'b')
    const [only] = made
    if (only) only.matchId = matchId
    seat.release()
    const same = acquire(back, keyOf(back))
    expect(same.actor).toBe(seat.actor)
    expect(made).toHaveLength(1)
    same.release()
  })

  it('are new for a new round at the same table', () => {
    const { made, acquire } = setup()
    const first = acquire(join, 'c 0')
    const second = acquire(join, 'c 1')
    expect(second.actor).not.toBe(first.actor)
    expect(made).toHaveLength(2)
    first.release()
    first.release()
    second.release()
  })
})
