import { timingSafeEqual } from 'node:crypto'
import { bodyCode, ok } from '@minefall/shared/contracts'
import type { Bus } from '@minefall/shared/node'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, type Registry } from 'prom-client'
import type { BffSettings } from '../config.ts'
import { refuseWith } from './answers.ts'
import type { Reach } from './reach.ts'
import type { Upstreams } from './upstreams.ts'

export type OperationsOptions = {
  settings: BffSettings
  bus: Bus
  upstreams: Upstreams
  registry: Registry
  renderMetrics: () => Promise<string>
  reach: Reach
  isDraining: () => boolean
}

const sameText = (given: string, expected: string) => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const mayReadMetrics = (request: FastifyRequest, { token, reach }: { token?: string; reach: Reach }) =>
  token === undefined
    ? reach.isThisMachine(request.raw)
    : sameText(request.headers.authorization ?? '', `Bearer ${token}`)

/** For operators: liveness, readiness and metrics. */
export const serveOperations = (
  app: FastifyInstance,
  { settings, bus, upstreams, registry, renderMetrics, reach, isDraining }: OperationsOptions,
) => {
  const { METRICS_TOKEN: token } = settings
  const readers = { reach, ...(token === undefined ? {} : { token }) }
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'minefall_http_requests_total',
    help: 'REST and page requests by status',
    labelNames: ['status'],
    registers: [registry],
  })
  app.addHook('onResponse', async (_request, reply) => {
    requests.inc({ status: reply.statusCode })
  })

  app.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return ok({ up: true })
  })

  // Once a platform was ready and the bus up, this server stays ready: it serves the page and tells players that play
  // is paused. If all servers became unready while a platform is away, no one would be told.
  let wasReady = false
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isDraining()) return refuseWith(reply, 503, bodyCode.unavailable, 'this server is being replaced')
    const reached = { bus: bus.isConnected(), platforms: upstreams.ready() }
    wasReady ||= upstreams.wasReady() && reached.bus
    if (!wasReady) return refuseWith(reply, 503, bodyCode.unavailable, 'no platform was ready yet', reached)
    return ok({ ready: true, ...reached })
  })

  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, readers)) {
      return refuseWith(reply, 403, bodyCode.notAllowed, 'metrics are not for you')
    }
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await renderMetrics())
  })
}
