import { expect, test } from 'vitest'
import { countedAt } from './CountedCoins.tsx'

test('a count begins and ends at its amounts, whichever is larger, also past 2^53', () => {
  for (const [from, to] of [
    [0n, 9_007_199_254_740_993n],
    [9_007_199_254_740_993n, 0n],
    [5n, 5n],
  ] as const) {
    expect(countedAt(from, to, 0)).toBe(from)
    expect(countedAt(from, to, 1)).toBe(to)
    expect(countedAt(from, to, -1)).toBe(from)
    expect(countedAt(from, to, 2)).toBe(to)
  }
})

test('a count never turns back', () => {
  const steps = Array.from({ length: 50 }, (_, step) => countedAt(100n, 900n, step / 49))
  expect(steps).toEqual(steps.toSorted((a, b) => Number(a - b)))
})
