import { Counter, Gauge, type Registry } from 'prom-client'

/** What is counted about live connections. */
export type LiveMetrics = ReturnType<typeof liveMetrics>

export const liveMetrics = (registry: Registry) => {
  const registers = [registry]
  return {
    sockets: new Gauge({ name: 'minefall_live_sockets', help: 'Open live connections', registers }),
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
    messages: new Counter({
      name: 'minefall_live_messages_total',
      help: 'Client messages by name',
      labelNames: ['name'],
      registers,
    }),
    refusals: new Counter({
      name: 'minefall_live_refusals_total',
      help: 'Acknowledgements other than success by body code',
      labelNames: ['code'],
      registers,
    }),
    malformed: new Counter({
      name: 'minefall_live_malformed_total',
      help: 'Messages that no client of ours sends',
      registers,
    }),
    handshakesRefused: new Counter({
      name: 'minefall_live_handshakes_refused_total',
      help: 'Handshakes refused before a connection was made, by reason',
      labelNames: ['reason'],
      registers,
    }),
    closes: new Counter({
      name: 'minefall_live_closes_total',
      help: 'Connections ended, by close code; network are those the other end or the network ended',
      labelNames: ['code'],
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
    gaps: new Counter({
      name: 'minefall_live_gaps_reported_total',
      help: 'Sequence gaps that clients repaired',
      registers,
    }),
  }
}
