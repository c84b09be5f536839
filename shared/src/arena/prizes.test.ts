import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arenaTimes, mayJoin, phaseOf, prizeCount, prizesOf, splitPot } from './index.ts'

const sum = (amounts: readonly bigint[]) => amounts.reduce((all, amount) => all + amount, 0n)
const pot = fc.bigInt({ min: 0n, max: 10n ** 18n })
/** Places of so many players in order, some of whom share one. */
const places = fc.array(fc.boolean(), { maxLength: 60 }).map((ties) => {
  let place = 1
  return ties.map((tied, nth) => {
    if (nth === 0 || !tied) place = nth + 1
    return place
  })
})

describe('prizes', () => {
  it('split a pot without a coin left or made, none larger than the one before', () => {
    fc.assert(
      fc.property(pot, fc.integer({ min: 1, max: 100 }), (coins, count) => {
        const prizes = splitPot(coins, count)
        expect(sum(prizes)).toBe(coins)
        expect(prizes).toHaveLength(count)
        for (const [nth, prize] of prizes.entries())
          expect(prize <= (prizes[nth - 1] ?? coins) && prize >= 0n).toBe(true)
      }),
    )
  })

  it('give equal places the same, to a coin, and the whole pot', () => {
    fc.assert(
      fc.property(pot, places, (coins, all) => {
        const prizes = prizesOf(coins, all)
        expect(sum(prizes)).toBe(all.length === 0 ? 0n : coins)
        for (const [nth, prize] of prizes.entries()) {
          const before = prizes[nth - 1]
          if (before === undefined) continue
          expect(prize <= before).toBe(true)
          if (all[nth] === all[nth - 1]) expect(before - prize <= 1n).toBe(true)
        }
      }),
    )
  })

  it('are three at least, where as many have points, and one for five players', () => {
    expect([0, 1, 2, 3, 15, 16, 300].map(prizeCount)).toEqual([0, 1, 2, 3, 3, 4, 60])
    expect(prizesOf(140n, [1, 2, 3, 4])).toEqual([90n, 40n, 10n, 0n])
    expect(prizesOf(140n, [1, 1, 3, 4])).toEqual([65n, 65n, 10n, 0n])
  })
})

describe('an arena', () => {
  const [beginsAt, endsAt] = [100 * 3_600_000, 101 * 3_600_000]
  const span = { beginsAt, endsAt, finishedAt: null, canceledAt: null }

  it('is announced, open, running and ending by the clock, and then final', () => {
    expect(phaseOf(span, beginsAt - arenaTimes.openMs - 1)).toBe('announced')
    expect(phaseOf(span, beginsAt - arenaTimes.openMs)).toBe('open')
    expect(phaseOf(span, beginsAt)).toBe('running')
    expect(phaseOf(span, endsAt)).toBe('ending')
    expect(phaseOf({ ...span, finishedAt: endsAt }, endsAt)).toBe('finished')
    expect(phaseOf({ ...span, canceledAt: beginsAt }, beginsAt)).toBe('canceled')
  })

  it('may be joined from its opening until three minutes before its end', () => {
    expect(mayJoin(span, beginsAt - arenaTimes.openMs - 1)).toBe(false)
    expect(mayJoin(span, beginsAt - arenaTimes.openMs)).toBe(true)
    expect(mayJoin(span, endsAt - arenaTimes.lastJoinMs - 1)).toBe(true)
    expect(mayJoin(span, endsAt - arenaTimes.lastJoinMs)).toBe(false)
    expect(mayJoin({ ...span, canceledAt: 1 }, beginsAt)).toBe(false)
  })
})
