import { bodyCode, type Envelope, refuse } from '@minefall/shared/contracts'
import { type Clock, type Logger, requestIdPattern, systemClock, withRequestId } from '@minefall/shared/node'
import fastify, {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Registry } from 'prom-client'
import { serveDocs } from './docs.ts'
import { drainOnClose } from './drain.ts'
import { answerToError } from './errors.ts'
import { isThisMachine, knownCallers } from './keys.ts'
import { type App, guardRoutes, serveHealth, watchRequests } from './requests.ts'

export type HttpOptions = {
  log: Logger
  /** The keys of which a BFF must show one in `x-minefall-edge`. */
  edgeKeys: readonly string[]
  /** The bearer token that `/metrics` may be read with from other machines; without one only BFFs and this machine may. */
  metricsToken?: string | undefined
  clock?: Clock
  /** Who may read `/docs` by a BFF; its own machine alone by default. */
  mayReadDocs?: (request: FastifyRequest) => boolean | Promise<boolean>
  /** Whether this node may be sent work, as `/readyz` tells. */
  ready: () => boolean
  metrics: Registry
  /** Names a request that came from no BFF, or without an `x-request-id`. */
  newId: () => string
  /** The modules' routes. */
  routes: (app: App) => void | Promise<void>
  /** The largest body in bytes. */
  bodyLimit?: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, `player:<id>` or `staff:<id>`, once known; for the log. */
    caller: string | null
  }
  interface FastifyReply {
    /** The body code that the call was refused with, for the log; null where it was not. */
    refusedWith: number | null
  }
}

/** Sends a refusal past the route's response schema, which describes its success. */
export const sendEnvelope = (reply: FastifyReply, status: number, body: Envelope<unknown>) => {
  reply.refusedWith = body.code
  return reply.code(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}

/**
 * Builds the app: request ids, the BFF's key, the envelope for every answer, OpenAPI, health and metrics. It
 * listens nowhere yet. `close()` drains it first.
 */
export const buildHttp = async (options: HttpOptions): Promise<App> => {
  const { log, ready, metrics, newId, routes, clock = systemClock, bodyLimit = 1024 * 1024 } = options
  const callers = knownCallers(options.edgeKeys, options.metricsToken)
  const loggerInstance: FastifyBaseLogger = log

  const answerError = (error: unknown, reply: FastifyReply) => {
    const requestId = reply.request.id
    const { status, body, unexpected } = answerToError(error, requestId)
    if (unexpected)
      log.error({ err: error, requestId, route: reply.request.routeOptions.url }, 'a request failed')
    return sendEnvelope(reply, status, body)
  }

  const app: App = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit,
    genReqId: ({ headers }) => {
      const given = headers['x-request-id']
      const isTheirs = typeof given === 'string' && requestIdPattern.test(given) && callers.isEdge(headers)
      return isTheirs ? given : newId()
    },
    frameworkErrors: (error, _, reply) => {
      answerError(error, reply)
    },
    // A BFF's keep-alive connections must not hold up a stop.
    forceCloseConnections: 'idle',
    // Requests that still arrive while it closes are answered, as BFFs may not know yet.
    return503OnClosing: false,
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler((error, _, reply) => answerError(error, reply))
  app.setNotFoundHandler((_, reply) => sendEnvelope(reply, 404, refuse(bodyCode.notFound, 'not found')))

  // At the beginning and after the body, whose reading leaves the async context.
  const within = ({ id }: FastifyRequest, _: FastifyReply, next: () => void) => withRequestId(id, next)
  app.addHook('onRequest', within)
  app.addHook('preValidation', within)
  app.decorateRequest('caller', null)
  app.decorateReply('refusedWith', null)
  // Answers are private and momentary. A cacheable route says so itself.
  app.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'private, no-store')
  })
  watchRequests(app, { log, metrics })
  guardRoutes(app, callers, options.mayReadDocs ?? isThisMachine)
  const draining = drainOnClose(app, callers, clock)
  await serveDocs(app)
  serveHealth(app, { ready: () => !draining.has() && ready(), metrics })
  await routes(app)
  return app
}
