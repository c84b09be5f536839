import type { Chances } from './chances.ts'
import type { Edge } from './edge.ts'
import type { Network } from './network.ts'
import type { Node } from './node.ts'
import type { Story } from './story.ts'
import type { Timeline } from './timeline.ts'
import { again, type StormKind, type Weather } from './weather.ts'

export type StormsOptions = {
  timeline: Timeline
  chances: Chances
  weather: Weather
  network: Network
  nodes: readonly [Node, ...Node[]]
  edges: readonly [Edge, ...Edge[]]
  story: Story
  /** Only these, as `<kind>-<number>`; all when null. */
  keep: ReadonlySet<string> | null
}

/** What begins at a moment, and its end: the answer of `begin`. */
type Storm = {
  /** How long it lasts, in milliseconds. */
  lasts: readonly [number, number]
  begin(chances: Chances, ms: number): () => void
}

/** Of what ends on its own. */
const over = () => {}

const stormsOf = ({ timeline, weather, network, nodes, edges, story }: StormsOptions) => {
  const isAlone = nodes.length === 1
  const startAgain = (chances: Chances) => chances.between(50, 6_000)
  const places = [...nodes.map(({ place }) => place), ...edges.map(({ name }) => name)]

  return {
    away: {
      lasts: [50, 6_000],
      begin() {
        weather.databaseAway = true
        return () => {
          weather.databaseAway = false
        }
      },
    },
    slow: {
      lasts: [200, 3_000],
      begin() {
        weather.databaseSlow = true
        return () => {
          weather.databaseSlow = false
        }
      },
    },
    full: {
      lasts: [200, 6_000],
      begin() {
        weather.diskFull = true
        return () => {
          weather.diskFull = false
        }
      },
    },
    crash: {
      lasts: [0, 0],
      begin(chances) {
        const node = chances.pick(nodes)
        story.background(node.kill(startAgain(chances)))
        // Another strikes while it may be starting.
        const [strikesAgain, at, downMs] = [chances.happens(0.3), startAgain(chances), startAgain(chances)]
        if (strikesAgain) timeline.after(at, () => node.kill(downMs))
        return over
      },
    },
    pause: {
      // Longer than it takes to be judged dead.
      lasts: [100, 12_000],
      begin(chances, ms) {
        const [node, takeoverMs] = [chances.pick(nodes), chances.between(100, 3_000)]
        const isTakenOver = isAlone || chances.happens(0.3)
        story.background(node.freeze(ms, isTakenOver ? takeoverMs : null))
        return over
      },
    },
    stop: {
      lasts: [0, 0],
      begin(chances) {
        chances.pick(nodes).stop(startAgain(chances))
        return over
      },
    },
    jump: {
      // Until it is set right.
      lasts: [500, 20_000],
      begin(chances) {
        const [machine, far] = [chances.pick([...nodes, ...edges]), chances.happens(0.3)]
        const by = Math.round(chances.between(-1, 1) * (far ? 15_000 : 1_500))
        machine.jump(by)
        return () => machine.jump(-by)
      },
    },
    nodeCut: { lasts: [100, 12_000], begin: (chances) => network.cut(chances.pick(nodes).place) },
    storageCut: {
      lasts: [100, 12_000],
      begin(chances) {
        const { place } = chances.pick(nodes)
        weather.storageCuts.push(place)
        return () => {
          weather.storageCuts.splice(weather.storageCuts.indexOf(place), 1)
        }
      },
    },
    split: {
      lasts: [100, 12_000],
      begin(chances) {
        const [from, both] = [chances.pick(nodes).place, chances.happens(0.5)]
        const other = places[Math.floor(chances.between(0, places.length))] ?? from
        const mends = [network.split(from, other), ...(both ? [network.split(other, from)] : [])]
        return () => {
          for (const mend of mends) mend()
        }
      },
    },
    edgeSilent: {
      lasts: [500, 8_000],
      begin(chances) {
        const edge = chances.pick(edges)
        edge.isSilent = true
        return () => {
          edge.isSilent = false
        }
      },
    },
    edgeCut: { lasts: [500, 8_000], begin: (chances) => network.cut(chances.pick(edges).name) },
    edgeCrash: {
      lasts: [0, 0],
      begin(chances) {
        chances.pick(edges).kill(startAgain(chances))
        return over
      },
    },
    edgePause: {
      lasts: [100, 8_000],
      begin(chances, ms) {
        chances.pick(edges).freeze(ms)
        return over
      },
    },
  } satisfies Record<StormKind, Storm> as Record<StormKind, Storm>
}

/** Storms as the climate has them, each kind with its own chances, so that leaving one out moves no other. */
export const letStorms = (options: StormsOptions): void => {
  const { timeline, chances, weather, story, keep } = options
  const { everyMs } = weather.climate
  for (const [kind, { lasts, begin }] of Object.entries(stormsOf(options))) {
    const own = chances.fork()
    const mean = everyMs[kind as StormKind]
    if (mean === undefined) continue
    again(timeline, own, mean, (number) => {
      const drawn = own.fork()
      const ms = drawn.between(...lasts)
      const name = `${kind}-${number}`
      if (weather.calm || (keep && !keep.has(name))) return
      story.count(kind)
      story.storms.push(name)
      story.trace(() => `${name} begins`)
      const from = timeline.now()
      const end = begin(drawn, ms)
      timeline.after(ms, () => {
        end()
        story.outages.push({ from, to: timeline.now() })
        if (ms > 0) story.trace(() => `${name} ends`)
      })
    })
  }
}
