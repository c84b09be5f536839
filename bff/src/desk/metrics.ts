import { Gauge, type Registry } from 'prom-client'
import { socketMetrics } from '../live/metrics.ts'

/** What is counted about desks. */
export type DeskMetrics = ReturnType<typeof deskMetrics>

export const deskMetrics = (registry: Registry) => ({
  ...socketMetrics(registry, 'desk'),
  behind: new Gauge({
    name: 'minefall_desk_behind',
    help: 'Desks that read too slowly to be told of connections as they change',
    registers: [registry],
  }),
})
