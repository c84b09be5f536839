import { Counter, Gauge, type Registry } from 'prom-client'

/** What is counted about how connections do. */
export type HealthMetrics = ReturnType<typeof healthMetrics>

export const healthMetrics = (registry: Registry) => {
  const registers = [registry]
  return {
    connections: new Gauge({
      name: 'minefall_connections',
      help: 'Live connections by state; those that ended are lost, or awaited, for a minute',
      labelNames: ['state'],
      registers,
    }),
    sweeps: new Counter({
      name: 'minefall_connection_sweep_seconds_total',
      help: 'Time spent looking at all connections, each second, and telling of them',
      registers,
    }),
    rowsTold: new Counter({
      name: 'minefall_connection_rows_told_total',
      help: 'Rows told to those who watch',
      registers,
    }),
    kicks: new Counter({
      name: 'minefall_connection_kicks_total',
      help: 'Connections that staff ended here',
      registers,
    }),
    batches: new Counter({
      name: 'minefall_connection_batches_total',
      help: 'Batches of the history of connections sent to the platform, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    waiting: new Gauge({
      name: 'minefall_connection_history_waiting',
      help: 'Events and samples that the platform does not have yet',
      registers,
    }),
    dropped: new Counter({
      name: 'minefall_connection_history_dropped_total',
      help: 'Events, samples and minutes that were given up, since too many waited',
      labelNames: ['what'],
      registers,
    }),
  }
}
