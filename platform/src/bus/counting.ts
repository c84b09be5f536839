import { bodyCode } from '@minefall/shared/contracts'
import { type Bus, type BusLine, busOver } from '@minefall/shared/node'
import { Counter, Gauge, type Registry } from 'prom-client'

/**
 * The same bus, counting answers; a handler that throws answers 1500. Connectivity is read at each scrape.
 */
export const countingRequests = (bus: BusLine, metrics: Registry): Bus => {
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
  return busOver({
    ...bus,
    answer: (name, handler, options) => {
      const ok = answers.labels(name, String(bodyCode.ok))
      // The first fault is one more than before, too.
      answers.labels(name, String(bodyCode.ourFault)).inc(0)
      const failed = (error: unknown): never => {
        answers.labels(name, String(bodyCode.ourFault)).inc()
        throw error
      }
      return bus.answer(
        name,
        (payload, reply) => {
          const counted: typeof reply = (answer) => {
            if (answer.code === bodyCode.ok) ok.inc()
            else answers.labels(name, String(answer.code)).inc()
            reply(answer)
          }
          try {
            const done = handler(payload, counted)
            return done?.catch(failed)
          } catch (error) {
            return failed(error)
          }
        },
        options,
      )
    },
  })
}
