import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areKin, type Lineage } from './count-invitations.ts'

/** People in the order they came, each by no one or by one who came before. */
const families = fc
  .array(fc.option(fc.nat(), { nil: null }), { minLength: 2, maxLength: 14 })
  .map((draws) => draws.map((draw, nth) => (draw === null || nth === 0 ? null : draw % nth)))

type Family = readonly (number | null)[]

const lineageOf = (family: Family, nth: number): Lineage => {
  const inviter = family[nth] ?? null
  const above = inviter === null ? null : (family[inviter] ?? null)
  const name = (who: number | null) => (who === null ? null : `player ${who}`)
  return { playerId: `player ${nth}`, inviter: name(inviter), inviterOfInviter: name(above) }
}

/** Invitations between two people, by going from each to anyone they invited or were invited by. */
const stepsBetween = (family: Family, from: number, to: number): number => {
  const near = new Set([from])
  for (let steps = 0; steps < family.length; steps++) {
    if (near.has(to)) return steps
    const before = [...near]
    for (const who of before) {
      const inviter = family[who]
      if (inviter !== null && inviter !== undefined) near.add(inviter)
      family.forEach((by, nth) => {
        if (by === who) near.add(nth)
      })
    }
  }
  return near.has(to) ? family.length : Number.POSITIVE_INFINITY
}

describe('kinship', () => {
  it('is one or two invitations between two people, in whichever direction', () => {
    fc.assert(
      fc.property(families, (family) => {
        for (const one of family.keys())
          for (const other of family.keys()) {
            const steps = stepsBetween(family, one, other)
            expect(areKin(lineageOf(family, one), lineageOf(family, other))).toBe(steps === 1 || steps === 2)
          }
      }),
    )
  })

  it('is not between people whom no one invited', () => {
    const alone = (playerId: string): Lineage => ({ playerId, inviter: null, inviterOfInviter: null })
    expect(areKin(alone('a'), alone('b'))).toBe(false)
  })
})
