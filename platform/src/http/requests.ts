import type { Logger } from '@minefall/shared/node'
import { Histogram, type Registry } from 'prom-client'
import type { App } from './app.ts'

/** Buckets in seconds: from a read in memory to what the BFF no longer waits for. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

/**
 * One log line and one measurement for each request: who called what, and the body code it was refused with. Routes, not
 * addresses: those may hold what is private.
 */
export const watchRequests = (app: App, { log, metrics }: { log: Logger; metrics: Registry }): void => {
  const duration = new Histogram({
    name: 'minefall_platform_http_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [metrics],
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    const status = reply.statusCode
    duration.observe({ method, route, status }, reply.elapsedTime / 1_000)
    const { caller } = request
    const { refusedWith: code } = reply
    const fields = {
      ...{ requestId: request.id, method, route, status, ms: Math.round(reply.elapsedTime) },
      ...(caller !== null && { caller }),
      ...(code !== null && { code }),
    }
    log[request.routeOptions.schema?.hide ? 'debug' : 'info'](fields, 'request')
  })
}
