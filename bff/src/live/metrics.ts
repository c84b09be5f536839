import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { healthMetrics } from '../health/index.ts'

/** What is counted about live connections of any kind. */
export type SocketMetrics = ReturnType<typeof socketMetrics>

/** `kind` is part of the names. */
export const socketMetrics = (registry: Registry, kind: 'live' | 'desk') => {
  const registers = [registry]
  return {
    sockets: new Gauge({ name: `minefall_${kind}_sockets`, help: 'Open live connections', registers }),
    messages: new Counter({
      name: `minefall_${kind}_messages_total`,
      help: 'Client messages by name',
      labelNames: ['name'],
      registers,
    }),
    refusals: new Counter({
      name: `minefall_${kind}_refusals_total`,
      help: 'Acknowledgements other than success by body code',
      labelNames: ['code'],
      registers,
    }),
    malformed: new Counter({
      name: `minefall_${kind}_malformed_total`,
      help: 'Messages that no client of ours sends',
      registers,
    }),
    handshakesRefused: new Counter({
      name: `minefall_${kind}_handshakes_refused_total`,
      help: 'Handshakes refused before a connection was made, by reason',
      labelNames: ['reason'],
      registers,
    }),
    closes: new Counter({
      name: `minefall_${kind}_closes_total`,
      help: 'Connections ended, by close code; network are those the other end or the network ended',
      labelNames: ['code'],
      registers,
    }),
  }
}

/** What is counted about players' live connections. */
export type LiveMetrics = ReturnType<typeof liveMetrics>

export const liveMetrics = (registry: Registry) => {
  const registers = [registry]
  return {
    ...socketMetrics(registry, 'live'),
    health: healthMetrics(registry),
    players: new Gauge({ name: 'minefall_live_players', help: 'Players with a live connection', registers }),
    followed: new Gauge({
      name: 'minefall_live_matches_followed',
      help: 'Matches somebody follows here',
      registers,
    }),
    queuedBytes: new Gauge({
      name: 'minefall_live_queued_bytes',
      help: 'Bytes queued to all sockets',
      registers,
    }),
    queuedMost: new Gauge({
      name: 'minefall_live_queued_bytes_most',
      help: 'Bytes queued to the socket with the longest queue',
      registers,
    }),
    deliveries: new Counter({
      name: 'minefall_live_deliveries_total',
      help: 'Match events handed to sockets',
      registers,
    }),
    shed: new Counter({
      name: 'minefall_live_shed_total',
      help: 'Times a slow socket was taken off a match until it drained',
      registers,
    }),
    repairs: new Counter({
      name: 'minefall_live_repairs_total',
      help: 'Times missing events were fetched from the platform',
      registers,
    }),
    paused: new Gauge({
      name: 'minefall_live_sockets_paused',
      help: 'Sockets told that play stands still for them',
      registers,
    }),
    ownersAsked: new Counter({
      name: 'minefall_live_owners_asked_total',
      help: 'Questions to owners of shards, asked again ones included',
      registers,
    }),
    ownersMoved: new Counter({
      name: 'minefall_live_owners_moved_total',
      help: 'Questions to owners that were none by then, or did not answer before they were superseded',
      registers,
    }),
    ownerWaits: new Histogram({
      name: 'minefall_live_owner_wait_seconds',
      help: 'How long requests waited for an owner, of those that could not be asked at once',
      buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 4],
      registers,
    }),
    gaps: new Counter({
      name: 'minefall_live_gaps_reported_total',
      help: 'Sequence gaps that clients repaired',
      registers,
    }),
    resumes: new Counter({
      name: 'minefall_live_resumes_reported_total',
      help: 'Matches that clients caught up with after something was or may have been missed',
      registers,
    }),
  }
}
