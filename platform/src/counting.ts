import { bodyCode } from '@minefall/shared/contracts'
import type { Bus } from '@minefall/shared/node'
import { Counter, Gauge, type Registry } from 'prom-client'

/**
 * The same bus, on which the answers to requests are counted; a handler that throws answers 1500. Whether it is
 * connected is told at each scrape.
 */
export const countingRequests = (bus: Bus, metrics: Registry): Bus => {
  new Gauge({
    name: 'minefall_bus_connected',
    help: 'Whether the bus is there: 1, or 0 while it is away.',
    registers: [metrics],
    collect() {
      this.set(bus.isConnected() ? 1 : 0)
    },
  })
  const answers = new Counter({
    name: 'minefall_platform_requests_total',
    help: 'Requests of BFFs that were answered, by name and body code.',
    labelNames: ['name', 'code'],
    registers: [metrics],
  })
  return {
    ...bus,
    respond: (name, handler, options) => {
      const ok = answers.labels(name, String(bodyCode.ok))
      return bus.respond(
        name,
        async (payload) => {
          try {
            const answer = await handler(payload)
            if (answer.code === bodyCode.ok) ok.inc()
            else answers.labels(name, String(answer.code)).inc()
            return answer
          } catch (error) {
            answers.labels(name, String(bodyCode.ourFault)).inc()
            throw error
          }
        },
        options,
      )
    },
  }
}
