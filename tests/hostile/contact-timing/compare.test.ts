import { expect, it } from 'vitest'
import { compare } from './compare.ts'

it('says how likely one of the first is greater than one of the second', () => {
  expect(compare([1, 2, 3], [1, 2, 3])).toMatchObject({ medians: [2, 2], likelihood: 0.5 })
  expect(compare([4, 5, 6], [1, 2, 3]).likelihood).toBe(1)
  expect(compare([1, 2, 3], [4, 5, 6]).likelihood).toBe(0)
  // Three of the four pairs.
  expect(compare([2, 4], [1, 3]).likelihood).toBe(0.75)
})

it('knows how far chance alone reaches', () => {
  const times = Array.from({ length: 2_000 }, (_, index) => index)
  expect(compare(times, times).error).toBeCloseTo(0.00913, 5)
})
