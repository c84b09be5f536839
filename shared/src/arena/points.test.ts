import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareStandings, type MatchResult, noStanding, pointsOf, ranked, standingOf } from './index.ts'

const result = (over: Partial<MatchResult> = {}): MatchResult => ({
  ...{ seats: 4, place: 1, won: true, practice: false, endedAt: 0 },
  ...over,
})
const won = result()
const lost = result({ place: 4, won: false })

const anyResult = fc
  .record({
    seats: fc.integer({ min: 2, max: 6 }),
    nth: fc.nat(),
    first: fc.boolean(),
    practice: fc.boolean(),
  })
  .map(({ seats, nth, first, practice }) => {
    const place = 1 + (nth % seats)
    return result({ seats, place, won: place === 1 && first, practice })
  })

describe('the points of a match', () => {
  it('are the seats from the place down, and 2 more for the winner', () => {
    const places = [1, 2, 3, 4].map((place) => pointsOf(result({ place, won: place === 1 }), 0))
    expect(places).toEqual([6, 3, 2, 1])
    // The boards ran out: those still in are first, and no one has won.
    expect(pointsOf(result({ won: false }), 0)).toBe(4)
  })

  it('are half for a win over practice opponents', () => {
    expect(pointsOf(result({ seats: 2, practice: true }), 0)).toBe(2)
    expect(pointsOf(result({ seats: 2, place: 2, won: false, practice: true }), 0)).toBe(1)
  })

  it('count twice from the third win in a row on, until a match is not won', () => {
    const standing = standingOf([won, won, won, won, lost, won, won, won])
    expect(standing).toMatchObject({
      points: 6 + 6 + 12 + 12 + 1 + 6 + 6 + 12,
      matches: 8,
      wins: 7,
      streak: 3,
    })
  })
})

describe('standings', () => {
  it('are the sum of what each match gave, whatever it was', () => {
    fc.assert(
      fc.property(fc.array(anyResult), (results) => {
        let streak = 0
        let points = 0
        for (const one of results) {
          const gained = pointsOf(one, streak)
          expect(gained).toBeGreaterThanOrEqual(1)
          points += gained
          streak = one.won ? streak + 1 : 0
        }
        const wins = results.filter((one) => one.won).length
        expect(standingOf(results)).toMatchObject({ points, streak, wins, matches: results.length })
      }),
    )
  })

  it('go by points, then fewer matches, then the earlier last point', () => {
    const [best, fewer, earlier, later] = [
      { ...noStanding, points: 9, matches: 9, lastPointAt: 9 },
      { ...noStanding, points: 8, matches: 2, lastPointAt: 9 },
      { ...noStanding, points: 8, matches: 3, lastPointAt: 1 },
      { ...noStanding, points: 8, matches: 3, lastPointAt: 2 },
    ]
    expect([noStanding, later, earlier, fewer, best].sort(compareStandings)).toEqual([
      ...[best, fewer, earlier, later],
      noStanding,
    ])
  })

  it('share a place where they are equal, and leave the next one out', () => {
    const places = ranked([5, 9, 5, 3].map((points) => ({ ...noStanding, points }))).map(({ place }) => place)
    expect(places).toEqual([1, 2, 2, 4])
  })
})
