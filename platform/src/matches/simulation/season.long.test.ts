import { expect, it } from 'vitest'
import { openEngine } from './engine.ts'
import { simulateWorld } from './simulate.ts'

const matches = Number(process.env.SEASON_MATCHES ?? 5_000)
const accounts = 200
const auditEvery = 500
/** In its climate everything fails at once. */
const seed = 5 * Number(process.env.SEASON ?? Math.floor(Math.random() * 2 ** 24)) + 4

it(`a season of ${matches} matches in three assets leaves every coin accounted for`, {
  timeout: 14_400_000,
}, async () => {
  const db = await openEngine()
  const began = performance.now()
  try {
    const report = await simulateWorld({
      db,
      seed,
      until: { matches },
      people: accounts,
      season: {
        auditEvery,
        audited: (ended) =>
          console.log(
            `${ended} matches are over, all accounted for; ${Math.round((performance.now() - began) / 60_000)} minutes`,
          ),
      },
    })
    const sorted = (of: ReadonlyMap<string, number>) =>
      Object.fromEntries([...of].sort(([a], [b]) => (a < b ? -1 : 1)))
    console.log(
      `season ${(seed - 4) / 5}: ${report.climate}, ${report.matches} matches of ${accounts} accounts, ` +
        `${Math.round(report.virtualMs / 60_000)} minutes of virtual time, ${report.audits} audits on the way`,
      sorted(report.endings),
      sorted(report.counts),
    )
    expect(report.matches).toBeGreaterThanOrEqual(matches)
    expect(report.audits).toBeGreaterThanOrEqual(Math.floor(matches / auditEvery))
    expect(report.counts.get('killed')).toBeGreaterThan(0)
  } finally {
    await db.close()
  }
})
