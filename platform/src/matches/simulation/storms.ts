import type { Chances } from './chances.ts'
import { edges } from './connection.ts'
import type { Network } from './network.ts'
import type { Program } from './program.ts'
import type { Story } from './story.ts'
import type { Timeline } from './timeline.ts'
import { again, type Weather } from './weather.ts'

/** BFFs tell that they live this often, in milliseconds. */
const edgeBeatMs = 500

export type StormsOptions = {
  timeline: Timeline
  chances: Chances
  weather: Weather
  network: Network
  program: Program
  story: Story
}

/** Outages as the climate has them, and the beats of the BFFs. For tests alone. */
export const letStorms = (options: StormsOptions): void => {
  const { timeline, chances, weather, network, program, story } = options
  const { everyMs } = weather.climate
  const silent = new Set<string>()

  /** Something begins unless all is calm, and ends on its own. */
  const spell = (mean: number, [least, most]: readonly [number, number], begin: () => () => void) =>
    again(timeline, chances, mean, () => {
      if (weather.calm) return
      const end = begin()
      timeline.after(chances.between(least, most), end)
    })
  const outage = (name: string) => {
    const from = timeline.now()
    story.count(name)
    story.trace(() => `${name} begins`)
    return () => {
      story.outages.push({ from, to: timeline.now() })
      story.trace(() => `${name} ends`)
    }
  }

  spell(everyMs.away, [50, 6_000], () => {
    const end = outage('database away')
    weather.databaseAway = true
    return () => {
      weather.databaseAway = false
      end()
    }
  })
  spell(everyMs.slow, [200, 3_000], () => {
    const end = outage('database slow')
    weather.databaseSlow = true
    return () => {
      weather.databaseSlow = false
      end()
    }
  })
  for (const [what, mean, set] of [
    ['edge silent', everyMs.edgeSilent, silent],
    ['edge cut off', everyMs.edgeCut, network.cut],
  ] as const)
    spell(mean, [500, 8_000], () => {
      const edge = chances.pick(edges)
      const end = outage(what)
      set.add(edge)
      return () => {
        set.delete(edge)
        end()
      }
    })

  again(timeline, chances, everyMs.crash, async () => {
    if (weather.calm) return
    await program.kill(chances.between(50, 6_000))
    // Another strikes while it may be starting.
    if (chances.happens(0.3))
      timeline.after(chances.between(50, 6_100), () => program.kill(chances.between(50, 3_000)))
  })
  again(timeline, chances, everyMs.takeover, async () => {
    if (!weather.calm) await program.freeze(chances.between(500, 8_000), chances.between(100, 3_000))
  })

  const beat = () => {
    for (const edge of edges)
      if (!silent.has(edge) && !network.cut.has(edge))
        network.bus?.publish('edge.beat', edge, { edge, at: timeline.now() })
    timeline.after(edgeBeatMs, beat)
  }
  beat()
}
