import { describe, expect, it } from 'vitest'
import { secondsLeft, untilNextSecond } from '../../lib/countdown.ts'
import { shortHash } from './Proof.tsx'
import { cuesFor, tickFor } from './use-cues.ts'

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
    expect(untilNextSecond(12_000, 12_000)).toBeNull()
  })
})

describe('what is heard', () => {
  it('is one sound and one vibration at our turn', () => {
    expect(cuesFor([{ kind: 'turn', seat: 1, yours: true }], 1)).toEqual([
      { cue: 'yourTurn', touch: 'yourTurn' },
    ])
    expect(cuesFor([{ kind: 'turn', seat: 1, yours: false }], 0)).toEqual([{ cue: 'turn' }])
  })

  it('is nothing for what is only shown', () => {
    expect(cuesFor([{ kind: 'jump' }, { kind: 'lift', tile: 3 }], 0)).toEqual([])
  })

  it('is more when the mine was ours', () => {
    const mine = { kind: 'mine', tile: 3, seat: 1 } as const
    expect(cuesFor([mine], 0).map(({ cue }) => cue)).toEqual(['mine'])
    expect(cuesFor([mine], 1).map(({ cue }) => cue)).toEqual(['mine', 'out'])
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
