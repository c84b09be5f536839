import { pointsOf } from '@minefall/shared/arena'
import { seededRandom } from '@minefall/shared/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pairUp, type Seating, type Waiting } from './pairing.ts'

const at = (playerId: string, over: Partial<Waiting> = {}): Waiting => ({
  ...{ playerId, points: 0, since: 0, met: new Set<string>() },
  ...over,
})
const names = (seatings: readonly Seating[]) => seatings.map(({ playerIds }) => playerIds.toSorted().join(''))
const usual = { seats: 4, now: 0, active: 20, practice: false }

describe('pairing', () => {
  it('fills tables at once where plenty wait, and one table after three seconds', () => {
    const eight = [...'abcdefgh'].map((name) => at(name))
    expect(pairUp(eight.slice(0, 7), usual)).toEqual([])
    expect(pairUp(eight, usual)).toHaveLength(2)
    expect(pairUp(eight.slice(0, 4), { ...usual, now: 2_999 })).toEqual([])
    expect(pairUp(eight.slice(0, 4), { ...usual, now: 3_000 })).toHaveLength(1)
    expect(pairUp(eight.slice(0, 3), { ...usual, now: 6_999 })).toEqual([])
  })

  it('seats those who have waited long with those who are there, two at least', () => {
    const five = [...'abcde'].map((name) => at(name))
    const seatings = pairUp(five, { ...usual, now: 7_000 })
    expect(seatings.map(({ playerIds }) => playerIds.length)).toEqual([3, 2])
    expect(pairUp(five.slice(0, 1), { ...usual, now: 60_000 })).toEqual([])
  })

  it('takes the nearest in points', () => {
    const people = [0, 90, 1, 91, 2, 92, 3, 93].map((points, nth) => at(String(nth), { points }))
    expect(names(pairUp(people, usual))).toEqual(['0246', '1357'])
  })

  it('keeps two apart who just met, unless few take part', () => {
    const [ann, ben] = [at('a', { met: new Set('b') }), at('b', { met: new Set('a') })]
    expect(pairUp([ann, ben], { ...usual, now: 60_000, active: 9 })).toEqual([])
    expect(names(pairUp([ann, ben], { ...usual, now: 7_000, active: 8 }))).toEqual(['ab'])
    // Where there is someone else, they are preferred however far away.
    const cid = at('c', { points: 500 })
    expect(names(pairUp([ann, ben, cid], { ...usual, seats: 2, now: 7_000, active: 8 }))).toEqual(['ac'])
  })

  it('gives a practice opponent to one who waits alone, where these may come', () => {
    const alone = pairUp([at('a')], { ...usual, now: 7_000, practice: true })
    expect(alone).toEqual([{ playerIds: ['a'], practice: true }])
    expect(pairUp([at('a')], { ...usual, now: 6_999, practice: true })).toEqual([])
  })

  it('looks at few pairs where hundreds wait together and one of them has waited long', () => {
    let asked = 0
    const met = Object.assign(new Set<string>(), {
      has: () => {
        asked += 1
        return false
      },
    })
    const many = Array.from({ length: 401 }, (_, nth) =>
      at(String(nth), { since: nth === 0 ? 0 : 7_000, met }),
    )
    const seatings = pairUp(many, { ...usual, now: 7_000, active: 401 })
    expect(seatings.flatMap(({ playerIds }) => playerIds)).toHaveLength(401)
    expect(asked).toBeLessThan(10_000)
  })

  it('never seats anyone twice, more than a table holds, or one alone without a practice opponent', () => {
    const people = fc.array(
      fc.record({ points: fc.nat(50), since: fc.nat(9_000), met: fc.array(fc.nat(40), { maxLength: 3 }) }),
      { maxLength: 40 },
    )
    const options = fc.record({
      seats: fc.integer({ min: 2, max: 6 }),
      active: fc.integer({ min: 2, max: 60 }),
      practice: fc.boolean(),
    })
    fc.assert(
      fc.property(people, options, (all, { seats, active, practice }) => {
        const waiting = all.map(({ met, ...one }, nth) =>
          at(String(nth), { ...one, met: new Set(met.map(String)) }),
        )
        const seatings = pairUp(waiting, { seats, active, practice, now: 9_000 })
        const seated = seatings.flatMap(({ playerIds }) => playerIds)
        expect(new Set(seated).size).toBe(seated.length)
        for (const one of seatings) {
          expect(one.playerIds.length).toBeLessThanOrEqual(seats)
          expect(one.playerIds.length >= 2).toBe(!one.practice)
          if (one.practice) expect(practice).toBe(true)
          if (active > 8)
            for (const id of one.playerIds)
              for (const other of one.playerIds)
                expect(waiting[Number(id)]?.met.has(other) && id !== other).toBe(false)
        }
      }),
    )
  })
})

/** An arena of 20 minutes, looked at once a second; those out early are free before their match is over. */
const simulate = (count: number, seed: number, practice: boolean) => {
  const random = seededRandom(seed)
  const people = Array.from({ length: count }, (_, nth) => ({
    ...at(String(nth)),
    freeAt: 0,
    wins: 0,
    isFree: false,
  }))
  const waits: number[] = []
  const spreads: number[] = []
  let again = 0
  let alone = 0
  for (let now = 0; now <= 1_200_000; now += 1_000) {
    for (const one of people)
      if (!one.isFree && one.freeAt <= now) Object.assign(one, { isFree: true, since: now })
    const waiting = people.filter(({ isFree }) => isFree)
    const free = new Map(waiting.map((one) => [one.playerId, one]))
    for (const seating of pairUp(waiting, { seats: 4, now, active: count, practice })) {
      const table = seating.playerIds.flatMap((id) => free.get(id) ?? [])
      const points = table.map((one) => one.points)
      spreads.push(Math.max(...points) - Math.min(...points))
      if (seating.practice) alone += 1
      // Each is out between 10 and 100 s after the match began; the last two leave it together.
      const outs = table.map(() => 10_000 + random() * 90_000).sort((a, b) => b - a)
      outs[0] = outs[1] ?? outs[0] ?? 0
      for (const [nth, one] of table.sort(() => random() - 0.5).entries()) {
        waits.push(now - one.since)
        if (table.some((other) => one.met.has(other.playerId))) again += 1
        const won = nth === 0
        const seats = Math.max(2, table.length)
        one.points += pointsOf(
          { seats, place: nth + 1, won, practice: seating.practice, endedAt: 0 },
          one.wins,
        )
        Object.assign(one, {
          wins: won ? one.wins + 1 : 0,
          freeAt: now + (outs[nth] ?? 0),
          isFree: false,
          met: new Set(seating.playerIds.filter((id) => id !== one.playerId)),
        })
      }
    }
  }
  waits.sort((a, b) => a - b)
  return { p95: waits[Math.floor(waits.length * 0.95)] ?? 0, again, alone, spreads, waits, people }
}

describe('an arena of 20 minutes', () => {
  it.each([
    [20, [1, 2, 3]],
    [100, [1, 2]],
    [300, [1]],
  ] as const)('of %i players keeps no one waiting long, and no two meet twice in a row', (count, seeds) => {
    for (const seed of seeds) {
      const { p95, again, alone, waits, people } = simulate(count, seed, true)
      expect(p95).toBeLessThanOrEqual(8_000)
      expect(again).toBe(0)
      // Practice opponents are for those whom only people they just met wait with.
      expect(alone / waits.length).toBeLessThan(count === 20 ? 0.15 : 0.01)
      expect(Math.min(...people.map(({ points }) => points))).toBeGreaterThan(0)
    }
  })

  it.each([
    [20, 12_000, [1, 2, 3]],
    [100, 8_000, [1, 2]],
    [300, 8_000, [1]],
  ] as const)('of %i players without practice opponents has them wait up to %i ms', (count, most, seeds) => {
    for (const seed of seeds) {
      const { p95, again, alone } = simulate(count, seed, false)
      expect(p95).toBeLessThanOrEqual(most)
      expect([again, alone]).toEqual([0, 0])
    }
  })

  it('of many players seats those nearer to each other than chance would', () => {
    const { spreads, people } = simulate(300, 4, true)
    const points = people.map((one) => one.points)
    const range = Math.max(...points) - Math.min(...points)
    const latest = spreads.slice(-100)
    expect(latest.reduce((sum, spread) => sum + spread, 0) / latest.length).toBeLessThan(range / 3)
  })
})
