import { type BusEventName, busEvents } from '@minefall/shared/contracts/bus'
import { busOver, inProcessBus, type Logger } from '@minefall/shared/node'
import type { Database, Sql } from '../../db/index.ts'
import type { SealKeys } from '../../http/index.ts'
import { defaultMatchSettings } from '../../testing-settings.ts'
import type { MatchSettings } from '../settings.ts'
import { type Host, startHost } from '../start.ts'
import { testSigners } from '../testing.ts'
import type { Chances } from './chances.ts'
import { unreliableDatabase } from './database.ts'
import { clockOf, type Life } from './life.ts'
import type { Network } from './network.ts'
import { watchSecrets } from './secrets-watch.ts'
import { oneSession } from './session.ts'
import type { Story } from './story.ts'
import type { Timeline } from './timeline.ts'
import type { Weather } from './weather.ts'

export type ProgramOptions = {
  engine: Sql
  timeline: Timeline
  chances: Chances
  weather: Weather
  network: Network
  story: Story
  log: Logger
  sealKeys: SealKeys
}

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

/** The platform's process, which is killed, stopped and started again. For tests alone. */
export type Program = {
  /** Starts it; tried again until it stands. */
  start(): void
  /** SIGKILL, also in mid-start, and another start after `downMs`. Nothing happens while there is no process. */
  kill(downMs: number): Promise<void>
  /** SIGSTOP for `frozenMs`; another takes over after `takeoverMs`. Nothing happens while it is not up. */
  freeze(frozenMs: number, takeoverMs: number): Promise<void>
  /** The host that answers, null while there is none. */
  host(): Host | null
  /** The same database for another program, which is never killed. */
  beside(): Database
  /** Runs while nothing is half done in the database; false, and nothing has run, when something is. */
  atRest(run: () => Promise<void>): Promise<boolean>
}

/** Matches fall into three shards, by their ids' last byte, so that they meet in the fairness logs. */
const fewShards =
  ({ bytes, random }: Chances) =>
  (count: number): Uint8Array => {
    const drawn = bytes(count)
    drawn[count - 1] = Math.floor(random() * 3)
    return drawn
  }

const published = [
  'match.events',
  'match.presence',
  'match.rematch',
  'match.beat',
  'player.balance',
  'player.seated',
  'lobby.digest',
] as const satisfies readonly BusEventName[]

export const newProgram = (options: ProgramOptions): Program => {
  const { engine, timeline, chances, weather, network, story, log, sealKeys } = options
  const session = oneSession(engine, timeline.now)
  const sea = { engine, session, timeline, chances: chances.fork(), weather }
  let lives = 0
  let up: { life: Life; host: Host; bus: ReturnType<typeof inProcessBus> } | null = null
  let starting: Life | null = null
  let downSince = timeline.now()

  const end = async (life: Life) => {
    life.alive = false
    await session.breakOff(life)
  }

  const goDown = () => {
    up = null
    network.bus = null
    downSince = timeline.now()
  }

  const begin = async (): Promise<void> => {
    lives += 1
    const life: Life = { number: lives, alive: true, frozenUntil: 0 }
    const bus = inProcessBus({ log, clock: timeline, newRequestId: () => `request of life ${life.number}` })
    const inspect = watchSecrets((id) => up?.host.world.matches.get(id))
    for (const name of published)
      bus.subscribe(name, null, (payload) => {
        try {
          inspect(payload)
          busEvents[name].news.parse(payload)
        } catch (error) {
          story.fail(error)
        }
      })
    bus.subscribe('match.events', null, (payload, key) => {
      story.told += 1
      story.trace(
        () =>
          `match ${key} ${payload.seq} ${payload.events.map(({ type }) => type).join(' ')} ${payload.hash}`,
      )
      network.carry({ name: 'match.events', key, payload })
    })
    bus.subscribe('player.balance', null, (balance, playerId) => {
      const known = story.balances.get(playerId ?? '')
      if (playerId !== null && (known?.version ?? -1) < balance.version) story.balances.set(playerId, balance)
    })
    bus.subscribe('player.seated', null, ({ seated }, playerId) => {
      if (playerId !== null) story.seated.set(playerId, seated?.matchId ?? null)
    })
    bus.subscribe('match.beat', null, (payload, key) => {
      network.carry({ name: 'match.beat', key, payload })
    })
    bus.subscribe('match.rematch', null, (payload, key) => {
      network.carry({ name: 'match.rematch', key, payload })
    })
    starting = life
    story.trace(() => `life ${life.number} begins`)
    const node = `life-${life.number}`
    try {
      const host = await startHost({
        db: unreliableDatabase(life, sea),
        bus,
        clock: clockOf(timeline, life),
        log,
        randomBytes: fewShards(chances),
        random: chances.random,
        node,
        sealKeys,
        signers: testSigners,
        settings,
      })
      starting = null
      up = { life, host, bus }
      network.bus = busOver({
        ...bus,
        ask: (name, payload, reply, asked) => bus.ask(name, payload, reply, { ...asked, at: node }),
      })
      story.outages.push({ from: downSince, to: timeline.now() })
      story.restarts.push(timeline.now())
      story.count('started')
      story.trace(() => `life ${life.number} is up`)
    } catch (error) {
      story.trace(() => `life ${life.number} could not start: ${error}`)
      story.count('could not start')
      if (!String(error).includes('simulated:')) story.fail(error)
      starting = null
      timeline.after(0, () => end(life))
      timeline.after(500, () => story.background(begin()))
    }
  }

  const other: Life = { number: 0, alive: true, frozenUntil: 0 }

  return {
    beside: () => unreliableDatabase(other, { ...sea, chances: chances.fork() }),
    async atRest(run) {
      const hold = session.takeNow(other)
      if (!hold) return false
      try {
        await run()
      } finally {
        session.release(hold)
      }
      return true
    },
    start: () => story.background(begin()),
    host: () => up?.host ?? null,
    async kill(downMs) {
      const life = up?.life ?? starting
      if (!life) return
      const bus = up?.bus
      story.trace(() => `life ${life.number} is killed`)
      story.count(up ? 'killed' : 'killed while starting')
      if (up) goDown()
      starting = null
      timeline.after(downMs, () => story.background(begin()))
      await end(life)
      await bus?.close()
    },
    async freeze(frozenMs, takeoverMs) {
      if (!up) return
      const { life, bus } = up
      story.trace(() => `life ${life.number} is stopped`)
      story.count('taken over')
      goDown()
      life.frozenUntil = timeline.now() + frozenMs
      timeline.after(frozenMs, session.handOver)
      timeline.after(takeoverMs, () => story.background(begin()))
      timeline.after(frozenMs + takeoverMs + 10_000, async () => {
        await end(life)
        await bus.close()
      })
      await session.breakOff(life)
    },
  }
}
