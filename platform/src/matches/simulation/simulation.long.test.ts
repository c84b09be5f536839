import { expect, it } from 'vitest'
import { openEngine } from './engine.ts'
import { simulateWorld } from './simulate.ts'

/** A whole number of the environment. */
const setting = (name: string, otherwise: number): number => {
  const text = process.env[name]
  const number = text === undefined ? otherwise : Number(text)
  if (!Number.isInteger(number) || number < 0) throw new Error(`${name} must be a whole number, not ${text}`)
  return number
}

/** A world is as many matches as are quickly played again when it fails. */
const matchesAWorld = 200

it('thousands of matches come to their end in worlds that fail in every way', async () => {
  const wanted = setting('MATCHES', 1_000)
  const first = setting('SEED', Math.floor(Math.random() * 2 ** 31))
  const only = process.env.WORLD === undefined ? null : setting('WORLD', 0)
  const sealed = process.env.SEALED !== undefined
  const trace = process.env.TRACE === undefined ? {} : { trace: (line: string) => console.log(line) }
  const began = performance.now()
  const totals = new Map<string, number>()
  let matches = 0
  let virtualMs = 0
  for (let number = only ?? 0; matches < wanted && (only === null || number === only); number += 1) {
    const replay = `${sealed ? 'SEALED=1 ' : ''}SEED=${first} WORLD=${number} npx vitest run --project worlds platform/src/matches/simulation`
    const db = await openEngine()
    try {
      const report = await simulateWorld({
        db,
        seed: first + number,
        until: { matches: matchesAWorld },
        people: 70,
        sealed,
        ...trace,
      })
      matches += report.matches
      virtualMs += report.virtualMs
      for (const [what, count] of report.counts) totals.set(what, (totals.get(what) ?? 0) + count)
      const { user, system } = process.cpuUsage()
      const aMinute = Math.round(matches / ((performance.now() - began) / 60_000))
      const aCpuMinute = Math.round(matches / ((user + system) / 60_000_000))
      console.log(
        `world ${number}: ${report.climate}, ${report.matches} matches; ${matches} in all, ${aMinute} a minute, ${aCpuMinute} a minute of CPU`,
      )
    } catch (error) {
      throw new Error(`world ${number} of seed ${first} failed; again with: ${replay}`, { cause: error })
    } finally {
      await db.close()
    }
  }
  console.log(
    `${matches} matches, ${Math.round(virtualMs / 60_000)} minutes of virtual time, seed ${first}`,
    Object.fromEntries([...totals].sort(([a], [b]) => (a < b ? -1 : 1))),
  )
  expect(matches).toBeGreaterThan(0)
}, 7_200_000)
