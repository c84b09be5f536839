import { describe, expect, it } from 'vitest'
import { pathThrough, place, runs, timeTicks, valueTicks } from './marks.tsx'

const minute = 60_000

describe('an axis of values', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [2, [0, 1, 2]],
    [3, [0, 2, 4]],
    [97, [0, 50, 100]],
    [114, [0, 60, 120]],
    [4_700, [0, 2_500, 5_000]],
    [40_000, [0, 20_000, 40_000]],
  ])('up to %i has round labels', (most, ticks) => {
    expect(valueTicks(most)).toEqual(ticks)
  })
})

describe('an axis of time', () => {
  const from = Date.UTC(2026, 4, 4, 18, 31)

  it('has full quarters over an hour', () => {
    const ticks = timeTicks(from, from + 60 * minute, 4)
    expect(ticks).toHaveLength(4)
    for (const at of ticks) expect(at % (15 * minute)).toBe(0)
    expect(ticks[0]).toBe(from + 14 * minute)
  })

  it('has full hours over a day, and none where there is no time', () => {
    const ticks = timeTicks(from, from + 1_440 * minute, 5)
    expect(ticks).toHaveLength(4)
    for (const at of ticks) expect(new Date(at).getHours() % 6).toBe(0)
    expect(timeTicks(from, from, 5).length).toBeLessThan(2)
  })
})

describe('points', () => {
  it('run on until a time or a value is missing', () => {
    const times = [0, 1, 2, 4, 5].map((n) => n * minute)
    const values = [1, 2, null, 4, 5]
    expect(runs(times, minute, () => true)).toEqual([
      [0, 2],
      [3, 4],
    ])
    expect(runs(times, minute, (index) => values[index] !== null)).toEqual([
      [0, 1],
      [3, 4],
    ])
    expect(runs([], minute, () => true)).toEqual([])
  })

  it('are placed, and joined', () => {
    expect([place(15, 10, 20, 300), place(3, 3, 3, 300)]).toEqual([150, 0])
    expect(
      pathThrough([
        [0, 1],
        [10.04, 20.26],
      ]),
    ).toBe('M0 1L10 20.3')
  })
})
