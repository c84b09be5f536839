import { expect, test } from 'vitest'
import { badgeShape } from './TierBadge.tsx'

const tiers = [1, 2, 3, 4, 5]

test('each tier has its own shape, with a tile for each step', () => {
  expect(new Set(tiers.map((tier) => badgeShape(tier).plate)).size).toBe(tiers.length)
  expect(tiers.map((tier) => badgeShape(tier).tiles.length)).toEqual(tiers)
  expect(badgeShape(0).tiles).toEqual([])
})

test('a stack stands in the middle of its badge', () => {
  for (const tier of tiers) {
    const { tiles } = badgeShape(tier)
    expect(tiles.reduce((sum, lift) => sum + lift, 0)).toBeCloseTo(0)
  }
})

test('facets face the light at the top left and turn away at the lower right', () => {
  for (const tier of tiers) {
    const lights = badgeShape(tier).facets.map(({ lit }) => lit)
    expect(Math.max(...lights)).toBeGreaterThan(0.7)
    expect(Math.min(...lights)).toBeLessThan(-0.7)
  }
})

test('only the highest tier has rays, and a tier above it looks like it', () => {
  expect(tiers.filter((tier) => badgeShape(tier).rays !== null)).toEqual([5])
  expect(badgeShape(9)).toEqual(badgeShape(5))
})
