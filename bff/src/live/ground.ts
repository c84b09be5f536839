import type { Bus, Clock, Deadlines, Logger, Router, Tracer } from '@minefall/shared/node'
import type { BffSettings } from '../config.ts'
import type { Rate } from '../edge/token-bucket.ts'
import type { Upgrades } from '../edge/upgrades.ts'
import type { LiveMetrics } from './metrics.ts'

/** The dependencies of a gateway; `M` are its metrics. */
export type GatewayOptions<M> = {
  readonly upgrades: Upgrades
  readonly settings: BffSettings
  readonly bus: Bus
  readonly clock: Clock
  readonly deadlines: Deadlines
  readonly log: Logger
  /** Traces clicks, where that is on. */
  readonly tracer?: Tracer | undefined
  readonly metrics: M
  /** This BFF's name on the bus. */
  readonly edge: string
  /** Told in `welcome`; changes with the page that is served. */
  readonly release: string
  /** Between 0 and 1; spreads load. */
  readonly random: () => number
}

export type Ground = GatewayOptions<LiveMetrics> & {
  /** Asks the owners of matches, queues and private tables. */
  readonly routed: Router
  readonly rates: LiveRates
  readonly waiting: { readonly timeoutMs: number }
}

export type LiveRates = Readonly<
  Record<
    | 'socket'
    | 'refusals'
    | 'strikes'
    | 'player'
    | 'hosts'
    | 'sits'
    | 'emotes'
    | 'chats'
    | 'typings'
    | 'lookups',
    Rate
  >
>

export const liveRates = (settings: BffSettings, now: () => number): LiveRates => ({
  socket: { perSecond: settings.LIVE_SOCKET_RATE, burst: settings.LIVE_SOCKET_BURST, now },
  refusals: { perSecond: 1, burst: settings.LIVE_FLOOD_REFUSALS, now },
  strikes: { perSecond: 0.1, burst: settings.LIVE_STRIKES, now },
  player: { perSecond: settings.LIVE_PLAYER_RATE, burst: settings.LIVE_PLAYER_BURST, now },
  hosts: { perSecond: settings.LIVE_HOSTS_PER_MINUTE / 60, burst: settings.LIVE_HOSTS_PER_MINUTE, now },
  sits: { perSecond: settings.LIVE_SITS_PER_MINUTE / 60, burst: settings.LIVE_SITS_PER_MINUTE, now },
  emotes: { perSecond: 1000 / Math.max(1, settings.LIVE_EMOTE_MS), burst: 1, now },
  chats: { perSecond: settings.LIVE_CHATS_PER_MINUTE / 60, burst: settings.LIVE_CHATS_PER_MINUTE, now },
  typings: { perSecond: 1, burst: 1, now },
  lookups: { perSecond: settings.LIVE_LOOKUPS_PER_MINUTE / 60, burst: settings.LIVE_LOOKUPS_PER_MINUTE, now },
})
