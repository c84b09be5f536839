import { describe, expect, it } from 'vitest'
import { ringAt, ringUnits } from './TurnRing.tsx'

describe('the clock ring', () => {
  it('has one unit a second, and more of them when time was given back', () => {
    expect(ringUnits(1_000, 13_000)).toBe(12)
    expect(ringUnits(1_000, 16_200)).toBe(15)
  })

  it('has twelve units while there is no turn', () => {
    expect(ringUnits(0, 0)).toBe(12)
  })

  it('stays inside the turn when the clocks disagree', () => {
    expect(ringAt(1_000, 13_000, 4_000)).toEqual({ total: 12_000, elapsed: 3_000 })
    expect(ringAt(1_000, 13_000, 400)).toEqual({ total: 12_000, elapsed: 0 })
    expect(ringAt(1_000, 13_000, 99_000)).toEqual({ total: 12_000, elapsed: 12_000 })
  })
})
