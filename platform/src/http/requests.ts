import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyCode, ok, refuse } from '@minefall/shared/contracts'
import { isLoopbackAddress, type Logger } from '@minefall/shared/node'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { Counter, Histogram, type Registry } from 'prom-client'
import { type Callers, isThisMachine } from './keys.ts'

/** The platform's HTTP app: routes declare zod schemas and get what these parse. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** Tells the BFF that a call's session is valid: calls without one wait in a separate line there. */
const sessionHeader = 'x-minefall-session'

/** Buckets in seconds: from a read in memory to what the BFF no longer waits for. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

/**
 * One log line and one measurement per request: caller, route and body code. Routes, not addresses, which may hold
 * private data.
 */
export const watchRequests = (app: App, { log, metrics }: { log: Logger; metrics: Registry }): void => {
  const duration = new Histogram({
    name: 'minefall_platform_http_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [metrics],
  })
  // Of no route: it is there from the start, and the first fault is one more than before.
  const faults = new Counter({
    name: 'minefall_platform_http_faults_total',
    help: 'Requests that were answered with 500, as their cause was not foreseen.',
    registers: [metrics],
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.caller !== null) reply.header(sessionHeader, '1')
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    const status = reply.statusCode
    duration.observe({ method, route, status }, reply.elapsedTime / 1_000)
    if (status === 500) faults.inc()
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

/** Prefixes of routes this machine may read without the key: a developer's, a supervisor's, a scraper's. */
const openOnLoopback = ['/docs', '/healthz', '/readyz', '/metrics']

/** Prefixes of routes that a BFF passes on for its own machine alone: what would be sent, and the sandbox's payments. */
const forDevelopment = ['/dev', '/sandbox']

const isOneOf = (prefixes: readonly string[], route: string | undefined): boolean =>
  route !== undefined && prefixes.some((prefix) => route === prefix || route.startsWith(`${prefix}/`))

/**
 * Refuses every request that is no BFF's, but for metrics with their token and what this machine may read. Of those that
 * a BFF passes on, pages of development are there for its machine alone, whatever path they were asked for by, and the
 * description of the calls for those whom `mayReadDocs` lets read it.
 */
export const guardRoutes = (
  app: App,
  { isEdge, isScraper }: Callers,
  mayReadDocs: (request: FastifyRequest) => boolean | Promise<boolean>,
): void => {
  app.addHook('onRequest', async (request, reply) => {
    // The matched route, not the address as sent, so no spelling of a path gets around this.
    const route = request.routeOptions.url
    // A BFF on this machine calls for someone else.
    if (isEdge(request.headers)) {
      const isHidden = isOneOf(forDevelopment, route)
        ? !isThisMachine(request)
        : isOneOf(['/docs'], route) && !(await mayReadDocs(request))
      if (!isHidden) return
      reply.callNotFound()
      return reply
    }
    if (isOneOf(openOnLoopback, route) && isLoopbackAddress(request.socket.remoteAddress)) return
    if (route === '/metrics' && isScraper(request.headers)) return
    return reply.code(403).send(refuse(bodyCode.notAllowed, 'only a BFF may call the platform'))
  })
}

/** `/healthz`: the process answers. `/readyz`: it may be sent work, else HTTP 503. `/metrics`: for Prometheus. */
export const serveHealth = (
  app: App,
  { ready, metrics }: { ready: () => boolean; metrics: Registry },
): void => {
  const hidden = { schema: { hide: true } }
  app.get('/healthz', hidden, async () => ok('healthy'))
  app.get('/readyz', hidden, async (_, reply) =>
    ready() ? ok('ready') : reply.code(503).send(refuse(bodyCode.unavailable, 'not ready')),
  )
  app.get('/metrics', hidden, async (_, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  )
}
