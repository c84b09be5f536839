import { expect, test } from 'vitest'
import { coinPaths } from './RewardsFrame.tsx'

test('coins burst around, none on another, and the first at once', () => {
  const places = new Set(coinPaths.map(({ out }) => `${out.x}/${out.y}`))
  expect(places.size).toBe(coinPaths.length)
  expect(coinPaths.some(({ out }) => out.x < 0) && coinPaths.some(({ out }) => out.x > 0)).toBe(true)
  expect(coinPaths[0]?.delay).toBe(0)
})

test('none is thrown off a small phone from its edge’s button', () => {
  for (const { out } of coinPaths) expect(Math.hypot(out.x, out.y)).toBeLessThan(110)
})
