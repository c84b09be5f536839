import { describe, expect, it } from 'vitest'
import { playedMatch } from '../../board/model/played-match.ts'
import { secondsLeft, untilNextSecond } from '../../lib/countdown.ts'
import { jumped } from '../../machines/match/facts.ts'
import { shortHash } from './Proof.tsx'
import { cuesOf, tickFor } from './use-cues.ts'

describe('the countdown', () => {
  it('counts the running second as left, and ends at 0', () => {
    expect(secondsLeft(12_000, 0)).toBe(12)
    expect(secondsLeft(12_000, 1)).toBe(12)
    expect(secondsLeft(12_000, 11_001)).toBe(1)
    expect(secondsLeft(12_000, 12_000)).toBe(0)
    expect(secondsLeft(12_000, 99_000)).toBe(0)
  })

  it('wakes on the boundaries of the seconds', () => {
    expect(untilNextSecond(12_000, 0)).toBe(1000)
    expect(untilNextSecond(12_000, 300)).toBe(700)
    expect(untilNextSecond(12_000, 11_400)).toBe(600)
  })

  it('looks once a second whether a clock that has run past the end was set back', () => {
    expect(untilNextSecond(12_000, 12_000)).toBe(1000)
    expect(untilNextSecond(12_000, 99_000)).toBe(1000)
  })
})

describe('what is heard', () => {
  /** The cues of a started match of two, as the seat that is to move hears them or the other one. */
  const heardOf = (play: (match: ReturnType<typeof playedMatch>) => void, isMover: boolean) => {
    const match = playedMatch({ seats: 2 })
    const seat = match.state().order[isMover ? 0 : 1] ?? 0
    match.news()
    play(match)
    return match.news().flatMap((fact) => cuesOf(fact, seat))
  }
  const opens = (what: 'mine' | 'safe') => (match: ReturnType<typeof playedMatch>) => void match.open(what)

  it('is one sound and one vibration at our turn', () => {
    const [opened, ...rest] = heardOf(opens('safe'), false)
    expect(opened?.cue).toBe('open')
    expect(rest).toEqual([{ cue: 'yourTurn', touch: 'yourTurn' }])
    expect(heardOf(opens('safe'), true).slice(1)).toEqual([{ cue: 'turn' }])
  })

  it('is our turn alone where others played on without us', () => {
    const match = playedMatch({ seats: 2 })
    const [first = 0, second = 0] = match.state().order
    const before = match.state()
    const state = match.open('safe')
    expect(cuesOf(jumped(before, state), second)).toEqual([{ cue: 'yourTurn', touch: 'yourTurn' }])
    expect(cuesOf(jumped(before, state), first)).toEqual([])
    expect(cuesOf(jumped(state, state), second)).toEqual([])
  })

  it('is more when the mine was ours', () => {
    expect(heardOf(opens('mine'), false).map(({ cue }) => cue)).toEqual(['mine', 'won'])
    expect(heardOf(opens('mine'), true).map(({ cue }) => cue)).toEqual(['mine', 'out', 'over'])
  })

  it('differs in the last five seconds', () => {
    expect([6, 5, 2, 1, 0].map(tickFor)).toEqual([null, 'tick', 'tick', 'lastTick', null])
  })
})

describe('a short hash', () => {
  it('is twelve digits in groups of four', () => {
    expect(shortHash('a41f09c27be8ffff')).toBe('a41f 09c2 7be8')
  })
})
