import { type Logger, type TakeAnswer, type Wire, wireBus } from '@minefall/shared/node'
import type { Database } from '../../db/index.ts'
import type { SealKeys } from '../../http/index.ts'
import { defaultMatchSettings } from '../../testing-settings.ts'
import type { MatchSettings } from '../settings.ts'
import { type Host, startHost } from '../start.ts'
import { testSigners } from '../testing.ts'
import type { Chances } from './chances.ts'
import { type SeaOptions, unreliableDatabase } from './database.ts'
import { clockOf, type Life, newLife } from './life.ts'
import type { Network } from './network.ts'
import type { Story } from './story.ts'
import type { Timeline } from './timeline.ts'

export type NodeOptions = {
  sea: SeaOptions
  timeline: Timeline
  chances: Chances
  network: Network
  story: Story
  log: Logger
  sealKeys: SealKeys
  /** Whether other nodes share the matches. */
  shared: boolean
  /** Whether each of its lives has another name on the bus and in the database. */
  isRenamed: boolean
  /** Around the real parts of each life. */
  around: Around
}

/** What a planted fault puts around the parts that a node is given. */
export type Around = { db?: (db: Database) => Database; wire?: (wire: Wire) => Wire }

/** Shorter than the defaults where waiting proves nothing. */
const settings: MatchSettings = {
  ...defaultMatchSettings,
  // Who plays here has no session.
  privateProofMs: 0,
  rakeBps: 250,
  abandonMs: 60_000,
  keepEndedMs: 30_000,
  pauseMs: 60_000,
}

/** A machine with a platform node, which is killed, stopped and started again. For tests alone. */
export type Node = {
  readonly place: string
  /** Starts it; tried again until it stands. */
  start(): void
  /** SIGKILL, also in mid-start, and another start after `downMs`. */
  kill(downMs: number): Promise<void>
  /** SIGSTOP, and SIGCONT after `ms`. With `takeoverMs` another one is started here after so long and goes on in its place. */
  freeze(ms: number, takeoverMs: number | null): Promise<void>
  /** SIGTERM, and another start `downMs` after its end. */
  stop(downMs: number): void
  /** Sets the machine's clock. */
  jump(ms: number): void
  /** The host of the newest life, null while there is none. */
  host(): Host | null
  /** The host of this life, null when it is not the newest. */
  hostOf(life: Life): Host | null
}

/** Matches fall into few shards, by their ids' last byte, so that they meet in the fairness logs. */
const fewShards =
  ({ bytes, random }: Chances) =>
  (count: number): Uint8Array => {
    const drawn = bytes(count)
    drawn[count - 1] = Math.floor(random() * 3)
    return drawn
  }

type Up = { life: Life; host: Host }

export const newNode = (place: string, options: NodeOptions): Node => {
  const { sea, timeline, chances, network, story, log, sealKeys, shared, isRenamed, around } = options
  const { session } = sea
  let lives = 0
  let aheadMs = 0
  let up: Up | null = null
  let starting: Life | null = null
  let downSince = timeline.now()

  const end = async (life: Life) => {
    life.alive = false
    network.leave(life)
    await session.breakOff(life)
  }
  const goDown = () => {
    up = null
    downSince = timeline.now()
  }
  const startIn = (ms: number) => timeline.after(ms, () => story.background(begin()))

  const begin = async (): Promise<void> => {
    lives += 1
    const life = newLife(place, `${place}/${lives}`, aheadMs)
    const clock = clockOf(timeline, life)
    const join = (take: TakeAnswer) => {
      const wire = network.join(life)(take)
      return around.wire?.(wire) ?? wire
    }
    const bus = wireBus(join, { log, clock, newRequestId: () => `request of ${life.name}` })
    starting = life
    story.trace(() => `${life.name} begins`)
    const db = unreliableDatabase(life, sea)
    try {
      const host = await startHost({
        ...{ bus, clock, log, shared, sealKeys },
        settings,
        db: around.db?.(db) ?? db,
        randomBytes: fewShards(chances),
        random: chances.random,
        // Simulated nodes share one process.
        processorMs: () => 0,
        node: isRenamed ? `${place}-${lives}` : place,
        signers: testSigners,
        replaced: () => {
          story.trace(() => `${life.name} is replaced`)
          story.count('replaced')
          if (starting === life || up?.life === life) {
            story.count(up ? 'replaced by an older one' : 'replaced while starting')
            if (up) goDown()
            starting = null
            startIn(500)
          }
          timeline.after(0, () => end(life))
        },
      })
      if (starting !== life) return
      starting = null
      up = { life, host }
      story.outages.push({ from: downSince, to: timeline.now() })
      story.restarts.push(timeline.now())
      story.count('started')
      story.trace(() => `${life.name} is up`)
    } catch (error) {
      if (starting !== life) return
      story.trace(() => `${life.name} could not start: ${error}`)
      story.count('could not start')
      if (!/simulated:|is called/.test(String(error))) story.fail(error)
      starting = null
      timeline.after(0, () => end(life))
      startIn(500)
    }
  }

  return {
    place,
    start: () => story.background(begin()),
    host: () => up?.host ?? null,
    hostOf: (life) => (up?.life === life ? up.host : null),
    async kill(downMs) {
      const life = up?.life ?? starting
      if (!life) return
      story.trace(() => `${life.name} is killed`)
      story.count(up ? 'killed' : 'killed while starting')
      if (up) goDown()
      starting = null
      startIn(downMs)
      await end(life)
    },
    async freeze(ms, takeoverMs) {
      if (!up) return
      const { life } = up
      story.trace(() => `${life.name} is stopped`)
      life.frozenUntil = Math.max(life.frozenUntil, timeline.now() + ms)
      timeline.after(ms, session.handOver)
      if (takeoverMs !== null) {
        story.count('taken over')
        goDown()
        startIn(takeoverMs)
        timeline.after(ms + takeoverMs + 10_000, () => end(life))
      } else story.count('stopped')
      await session.breakOff(life)
    },
    stop(downMs) {
      if (!up) return
      const { life, host } = up
      story.trace(() => `${life.name} is to end`)
      story.count('ended')
      goDown()
      const closed = host.close().then(() => {
        if (!life.alive) return
        timeline.after(0, () => end(life))
        startIn(downMs)
      })
      story.background(closed)
    },
    jump(ms) {
      aheadMs += ms
      const life = up?.life ?? starting
      if (life) life.aheadMs = aheadMs
      story.trace(() => `the clock of ${place} is set by ${ms} ms`)
    },
  }
}
