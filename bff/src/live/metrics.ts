import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { healthMetrics } from '../health/index.ts'

/** Makes metrics of one registry; `labels` are what a counter counts by. */
const metricsIn = (registry: Registry) => {
  const registers = [registry]
  return {
    gauge: (name: string, help: string) => new Gauge({ name, help, registers }),
    counter: <L extends string = never>(name: string, help: string, ...labelNames: L[]) =>
      new Counter<L>({ name, help, labelNames, registers }),
  }
}

/** What is counted about live connections of any kind. */
export type SocketMetrics = ReturnType<typeof socketMetrics>

export const socketMetrics = (registry: Registry, kind: 'live' | 'desk') => {
  const { gauge, counter } = metricsIn(registry)
  const named = (name: string) => `minefall_${kind}_${name}`
  return {
    sockets: gauge(named('sockets'), 'Open live connections'),
    messages: counter(named('messages_total'), 'Client messages by name', 'name'),
    refusals: counter(named('refusals_total'), 'Acknowledgements other than success by body code', 'code'),
    malformed: counter(named('malformed_total'), 'Messages that no client of ours sends'),
    handshakesRefused: counter(
      named('handshakes_refused_total'),
      'Handshakes refused before a connection was made, by reason',
      'reason',
    ),
    closes: counter(
      named('closes_total'),
      'Connections ended, by close code; network are those the other end or the network ended',
      'code',
    ),
  }
}

export type LiveMetrics = ReturnType<typeof liveMetrics>

export const liveMetrics = (registry: Registry) => {
  const { gauge, counter } = metricsIn(registry)
  return {
    ...socketMetrics(registry, 'live'),
    health: healthMetrics(registry),
    players: gauge('minefall_live_players', 'Players with a live connection'),
    followed: gauge('minefall_live_matches_followed', 'Matches someone follows here'),
    watchingTv: gauge('minefall_live_tv_watchers', 'Sockets that get pictures of the match on TV'),
    queuedBytes: gauge('minefall_live_queued_bytes', 'Bytes queued to all sockets'),
    queuedMost: gauge('minefall_live_queued_bytes_most', 'Bytes queued to the socket with the longest queue'),
    deliveries: counter('minefall_live_deliveries_total', 'Match events handed to sockets'),
    shed: counter('minefall_live_shed_total', 'Times a slow socket was taken off a match until it drained'),
    repairs: counter('minefall_live_repairs_total', 'Times missing events were fetched from the platform'),
    paused: gauge('minefall_live_sockets_paused', 'Sockets told that play is paused for them'),
    ownersAsked: counter(
      'minefall_live_owners_asked_total',
      'Questions to owners of shards, asked again ones included',
    ),
    ownersMoved: counter(
      'minefall_live_owners_moved_total',
      'Questions to owners that were none by then, or did not answer before they were superseded',
    ),
    ownerWaits: new Histogram({
      name: 'minefall_live_owner_wait_seconds',
      help: 'How long requests waited for an owner, of those that could not be asked at once',
      buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 4],
      registers: [registry],
    }),
    gaps: counter('minefall_live_gaps_reported_total', 'Sequence gaps that clients repaired'),
    resumes: counter(
      'minefall_live_resumes_reported_total',
      'Matches that clients caught up with after something was or may have been missed',
    ),
  }
}
