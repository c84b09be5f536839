import { expect, it } from 'vitest'
import { openEngine } from './engine.ts'
import { simulateWorld } from './simulate.ts'

it('a short season in three assets leaves every coin accounted for, at every look', {
  timeout: 900_000,
}, async () => {
  const db = await openEngine()
  try {
    const { climate, matches, audits, counts, endings } = await simulateWorld({
      db,
      seed: 8,
      until: { matches: 10 },
      people: 20,
      season: { auditEvery: 3 },
    })
    expect(climate).toBe('crashing host')
    expect(matches).toBeGreaterThanOrEqual(10)
    expect(audits).toBeGreaterThanOrEqual(4)
    for (const happened of ['killed', 'deposit posted', 'gift posted', 'withdrawal posted'])
      expect(counts.get(happened), happened).toBeGreaterThan(0)
    const ended = [...endings.keys()]
    for (const asset of ['coin', 'promo', 'trial']) expect(ended).toContain(`${asset} settled`)
    expect(ended.some((ending) => ending.endsWith('voided'))).toBe(true)
  } finally {
    await db.close()
  }
})
