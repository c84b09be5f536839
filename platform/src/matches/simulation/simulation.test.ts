import { describe, expect, it } from 'vitest'
import { openEngine } from './engine.ts'
import { simulateWorld } from './simulate.ts'

/** Simulates a world on a separate database. */
const world = async (seed: number, sealed = false) => {
  const db = await openEngine()
  try {
    return await simulateWorld({ db, seed, until: { matches: 12 }, people: 24, sealed })
  } finally {
    await db.close()
  }
}

const patience = { timeout: 900_000 }

describe('a world under virtual time', () => {
  it(
    'comes to its end with every move and every coin in place at sealed tables while processes crash',
    patience,
    async () => {
      const { climate, matches, counts } = await world(3, true)
      expect(climate).toBe('crashing host')
      expect(matches).toBeGreaterThanOrEqual(12)
      for (const happened of ['killed', 'match.link 200', 'match.open 200'])
        expect(counts.get(happened), happened).toBeGreaterThan(0)
    },
  )

  it(
    'and at others while everything fails; the same seed tells it again word for word',
    patience,
    async () => {
      const [once, again] = [await world(4), await world(4)]
      expect(once.climate).toBe('everything at once')
      expect(once.matches).toBeGreaterThanOrEqual(12)
      expect(once.counts.get('killed')).toBeGreaterThan(0)
      expect(again).toEqual(once)
    },
  )
})
