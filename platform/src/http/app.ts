import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyCode, refuse } from '@minefall/shared/contracts'
import type { Logger } from '@minefall/shared/node'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
  type RawServerDefault,
} from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Registry } from 'prom-client'
import { serveDocs } from './docs.ts'
import { requireEdgeKey } from './edge-key.ts'
import { answerToError } from './errors.ts'
import { serveHealth } from './health.ts'
import { watchRequests } from './requests.ts'

/** The platform's HTTP app: routes declare zod schemas and get what these parse. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

export type HttpOptions = {
  log: Logger
  /** What a BFF must show in `x-minefall-edge`. */
  edgeKey: string
  /** Whether this node may be sent work, as `/readyz` tells. */
  ready: () => boolean
  metrics: Registry
  /** Names a request that came without an `x-request-id`. */
  newId: () => string
  /** The modules' routes. */
  routes: (app: App) => void | Promise<void>
  /** The largest body in bytes. */
  bodyLimit?: number
}

const requestIdShape = /^[\w-]{1,64}$/

/** Sends an envelope past the route's own response schema, which describes its success. */
export const sendEnvelope = (reply: FastifyReply, status: number, body: unknown) =>
  reply.code(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)

/**
 * Builds the app: request ids, the BFF's key, the envelope for every answer, OpenAPI, health and metrics. It
 * listens nowhere yet.
 */
export const buildHttp = async (options: HttpOptions): Promise<App> => {
  const { log, edgeKey, ready, metrics, newId, routes, bodyLimit = 1024 * 1024 } = options
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
    genReqId: ({ headers: { 'x-request-id': given } }) =>
      typeof given === 'string' && requestIdShape.test(given) ? given : newId(),
    frameworkErrors: (error, _, reply) => {
      answerError(error, reply)
    },
    // A BFF's keep-alive connections must not hold up a stop.
    forceCloseConnections: 'idle',
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler((error, _, reply) => answerError(error, reply))
  app.setNotFoundHandler((_, reply) => sendEnvelope(reply, 404, refuse(bodyCode.notFound, 'not found')))

  watchRequests(app, { log, metrics })
  requireEdgeKey(app, edgeKey)
  await serveDocs(app)
  serveHealth(app, { ready, metrics })
  await routes(app)
  return app
}
