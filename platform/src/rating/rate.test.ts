import { describe, expect, test } from 'vitest'
import { isProvisional, type Rating, rateMatch, sigmaAt } from './rate.ts'

const day = 86_400_000
const at = Date.UTC(2026, 2, 2)
const places = (...all: number[]) => all.map((place) => ({ before: null, place }))
const musOf = (...all: number[]) => rateMatch(places(...all), at).map(({ after }) => after.mu)
const settled: Rating = { mu: 1_700, sigma: 120, matches: 60, best: 1_750, ratedAt: at }

describe('a match', () => {
  test('moves everyone by their place, from 1,500, and makes all surer', () => {
    const changes = rateMatch(places(2, 1, 4, 3), at)
    const [second = 0, first = 0, fourth = 0, third = 0] = changes.map(({ after }) => after.mu)
    expect([first > second, second > third, third > fourth]).toEqual([true, true, true])
    expect(first).toBeGreaterThan(1_500)
    expect(fourth).toBeLessThan(1_500)
    for (const { from, after } of changes) {
      expect(from).toEqual({ mu: 1_500, sigma: 250 })
      expect(after.sigma).toBeLessThan(250)
      expect(after).toMatchObject({ matches: 1, best: null, ratedAt: at })
    }
  })

  test('gives those who share a place the same, and takes what it gives', () => {
    const [one, other, out] = musOf(1, 1, 3)
    expect(one).toBe(other)
    expect(out).toBeLessThan(1_500)
    for (const played of [musOf(1, 1, 3), musOf(3, 1, 1, 1), musOf(1, 2), musOf(6, 5, 4, 3, 2, 1)])
      expect(played.reduce((sum, mu) => sum + mu - 1_500, 0)).toBeCloseTo(0, 9)
  })

  test('moves a sure rating less than a new one, and notes its best', () => {
    const [newcomer, known] = rateMatch(
      [
        { before: null, place: 1 },
        { before: settled, place: 2 },
      ],
      at,
    )
    const [gained, lost] = [(newcomer?.after.mu ?? 0) - 1_500, 1_700 - (known?.after.mu ?? 0)]
    expect(gained).toBeGreaterThan(2 * lost)
    expect(known?.after).toMatchObject({ matches: 61, best: 1_750 })
    const [up] = rateMatch(
      [
        { before: { ...settled, mu: 1_749.9 }, place: 1 },
        { before: null, place: 2 },
      ],
      at,
    )
    expect(up?.after.best).toBe(up?.after.mu)
    expect(up?.after.best).toBeGreaterThan(1_750)
  })
})

describe('absence', () => {
  test('makes a rating less sure, until it is as new after a year, and never lower', () => {
    expect(sigmaAt(settled, at)).toBe(120)
    expect(isProvisional(settled, at + 30 * day)).toBe(false)
    expect(isProvisional(settled, at + 60 * day)).toBe(true)
    expect(sigmaAt(settled, at + 400 * day)).toBe(250)
    const [back] = rateMatch(
      [
        { before: settled, place: 1 },
        { before: null, place: 2 },
      ],
      at + 400 * day,
    )
    expect(back?.from).toEqual({ mu: 1_700, sigma: 250 })
  })

  test('is none for a match that ended before the latest one', () => {
    const [late] = rateMatch(
      [
        { before: settled, place: 1 },
        { before: null, place: 2 },
      ],
      at - day,
    )
    expect(late).toMatchObject({ from: { sigma: 120 }, after: { ratedAt: at } })
  })
})
