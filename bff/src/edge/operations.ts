import { timingSafeEqual } from 'node:crypto'
import { bodyCode, ok } from '@minefall/shared/contracts'
import type { Bus } from '@minefall/shared/node'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, type Registry } from 'prom-client'
import type { BffSettings } from '../config.ts'
import { refuseWith } from './answers.ts'

export type OperationsOptions = {
  settings: BffSettings
  bus: Bus
  registry: Registry
  isDraining: () => boolean
}

const probeMs = 1_000
const loopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1']

const sameText = (given: string, expected: string) => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const mayReadMetrics = (request: FastifyRequest, token: string | undefined) =>
  token === undefined
    ? loopback.includes(request.socket.remoteAddress ?? '') &&
      request.headers['x-forwarded-for'] === undefined
    : sameText(request.headers.authorization ?? '', `Bearer ${token}`)

const answersBus = async (bus: Bus): Promise<boolean> =>
  (await bus.request('lobby.digest', {}, { timeoutMs: probeMs })).code === bodyCode.ok

const answersRest = async ({ UPSTREAM_URL, EDGE_KEY }: BffSettings): Promise<boolean> => {
  try {
    const answer = await fetch(new URL('/readyz', UPSTREAM_URL), {
      headers: EDGE_KEY === undefined ? {} : { 'x-minefall-edge': EDGE_KEY },
      signal: AbortSignal.timeout(probeMs),
    })
    return answer.ok
  } catch {
    return false
  }
}

/** For those who run it: whether it lives, whether it takes traffic, and what it counts. */
export const serveOperations = (
  app: FastifyInstance,
  { settings, bus, registry, isDraining }: OperationsOptions,
) => {
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

  // Whoever asks, the platform is asked once at a time.
  let asking: Promise<boolean> | null = null
  const platformAnswers = () => {
    asking ??= Promise.all([answersBus(bus), answersRest(settings)]).then((answers) => {
      asking = null
      return answers.every(Boolean)
    })
    return asking
  }

  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isDraining()) return refuseWith(reply, 503, bodyCode.unavailable, 'this server is being replaced')
    if (!(await platformAnswers()))
      return refuseWith(reply, 503, bodyCode.unavailable, 'the platform is not ready')
    return ok({ ready: true })
  })

  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, settings.METRICS_TOKEN)) {
      return refuseWith(reply, 403, bodyCode.notAllowed, 'metrics are not for you')
    }
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}
