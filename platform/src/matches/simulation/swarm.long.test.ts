import { afterAll, expect, it } from 'vitest'
import { openEngine } from './engine.ts'
import { planted } from './planted.ts'
import { WorldFailed } from './simulate.ts'
import { playSwarm, replayOf, shrink, swarmOf } from './swarm.ts'

/** A whole number of the environment. */
const setting = (name: string, otherwise: number): number => {
  const text = process.env[name]
  const number = text === undefined ? otherwise : Number(text)
  if (!Number.isInteger(number) || number < 0) throw new Error(`${name} must be a whole number, not ${text}`)
  return number
}

const patience = { timeout: 24 * 3_600_000 }
/** A fresh engine after so many worlds: nothing vacuums it. */
const worldsAnEngine = 50

let engine = await openEngine()
afterAll(() => engine.close())
const renew = async (worlds: number) => {
  if (worlds === 0 || worlds % worldsAnEngine !== 0) return
  await engine.close()
  engine = await openEngine()
}

const first = setting('SEED', 1)
const only = process.env.SEED !== undefined && process.env.SEEDS === undefined
const seeds = only ? 1 : setting('SEEDS', 2_000)
const minutes = setting('MINUTES', 50)

it(`clusters of ${seeds} seeds come through ${seeds * minutes} minutes`, patience, async () => {
  const storms = process.env.STORMS?.split(',').filter((name) => name !== '')
  const trace = process.env.TRACE === undefined ? undefined : (line: string) => console.log(line)
  const totals = new Map<string, number>()
  let virtualMs = 0
  let matches = 0
  for (let seed = first; seed < first + seeds; seed += 1) {
    const drawn = swarmOf(seed, minutes)
    const swarm = {
      ...drawn,
      nodes: setting('NODES', drawn.nodes),
      people: setting('PEOPLE', drawn.people),
      storms,
      sealed: process.env.SEALED === undefined ? drawn.sealed : process.env.SEALED !== '0',
      busy: process.env.BUSY !== undefined,
    }
    await renew(seed - first)
    const played = await playSwarm(engine, swarm, {}, trace)
    if (played instanceof WorldFailed) {
      console.log(`seed ${seed} failed: ${played.message}\nagain with: ${replayOf(swarm)}`)
      if (trace) throw played
      const least = await shrink(swarm, played, async (smaller) => {
        const again = await playSwarm(engine, smaller)
        return again instanceof WorldFailed ? again : null
      })
      throw new Error(`seed ${seed} failed; the least that fails: ${replayOf(least.swarm)}`, {
        cause: least.failed,
      })
    }
    virtualMs += played.virtualMs
    matches += played.matches
    for (const [what, count] of played.counts) totals.set(what, (totals.get(what) ?? 0) + count)
    if ((seed - first) % 5 === 4) {
      const { user, system } = process.cpuUsage()
      const passed = virtualMs / 60_000
      console.log(
        `${seed - first + 1} seeds, ${Math.round(passed)} minutes, ${matches} matches; ${(passed / ((user + system) / 1_000_000)).toFixed(2)} minutes a second of CPU`,
      )
    }
  }
  console.log(
    `${seeds} seeds from ${first}, ${Math.round(virtualMs / 60_000)} minutes, ${matches} matches`,
    Object.fromEntries([...totals].sort(([a], [b]) => (a < b ? -1 : 1))),
  )
  expect(matches).toBeGreaterThan(0)
})

it.skipIf(only).each(Object.entries(planted))(
  'finds within 200 seeds that %s',
  patience,
  async (fault, around) => {
    for (let seed = 1; seed <= 200; seed += 1) {
      await renew(seed)
      const played = await playSwarm(engine, { ...swarmOf(seed, 5), busy: true }, around)
      if (!(played instanceof WorldFailed)) continue
      console.log(`${fault}: found by seed ${seed}: ${played.message.slice(0, 300)}`)
      return
    }
    expect.fail(`no seed has found that ${fault}`)
  },
)
