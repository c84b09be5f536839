import { afterAll, describe, expect, it } from 'vitest'
import { openEngine } from './engine.ts'
import { planted } from './planted.ts'
import { WorldFailed } from './simulate.ts'
import { playSwarm, replayOf, type Swarm, shrink } from './swarm.ts'

const patience = { timeout: 900_000 }
const engine = await openEngine()
afterAll(() => engine.close())

describe('a cluster under virtual time', () => {
  it('hands matches over from a node that crashes, with every move and coin in place', patience, async () => {
    const crashed = { seed: 25, nodes: 2, people: 3, minutes: 1, storms: ['crash-1'], busy: true }
    const report = await playSwarm(engine, crashed)
    if (report instanceof WorldFailed) throw report
    expect(report.counts.get('crash')).toBe(1)
    expect(report.counts.get('killed')).toBe(1)
    expect(report.counts.get('shard changed hands')).toBeGreaterThanOrEqual(32)
    expect(report.matches).toBeGreaterThan(0)
  })

  it('shrinks a world that fails, and names what plays it again', patience, async () => {
    const around = planted['a new owner has the old epoch']
    const failing: Swarm = { seed: 5, nodes: 2, people: 3, minutes: 30, busy: true }
    const play = async (swarm: Swarm) => {
      const played = await playSwarm(engine, swarm, around)
      return played instanceof WorldFailed ? played : null
    }
    const failed = await play(failing)
    expect(failed?.message).toMatch(/^shard \d+ went from/)
    const least = failed && (await shrink(failing, failed, play))
    expect(least?.swarm.people).toBe(1)
    expect(least?.swarm.storms?.length).toBeLessThanOrEqual(failed?.storms.length ?? 0)
    expect(replayOf({ ...failing, storms: ['crash-1'] })).toBe(
      'SEED=5 NODES=2 PEOPLE=3 MINUTES=30 BUSY=1 STORMS=crash-1 TRACE=1 npx vitest run --project worlds platform/src/matches/simulation/swarm',
    )
  })
})
