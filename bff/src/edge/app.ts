import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import limiter from '@fastify/rate-limit'
import { bodyCode, refuse } from '@minefall/shared/contracts'
import { deskLivePath } from '@minefall/shared/contracts/desk'
import type { PublicConfig } from '@minefall/shared/contracts/rest'
import type { Bus, Clock, Logger } from '@minefall/shared/node'
import fastify, {
  type ConnectionError,
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
} from 'fastify'
import type { Registry } from 'prom-client'
import type { BffSettings } from '../config.ts'
import { answerErrorsWithEnvelopes, edgeRefusal, refuseWith } from './answers.ts'
import { passedCalls } from './calls.ts'
import { type Connections, watchConnections } from './connections.ts'
import { serveOperations } from './operations.ts'
import { proxyAnalytics, proxyDesk, proxyToPlatform } from './proxy.ts'
import { answerRaw } from './raw-answer.ts'
import type { Reach } from './reach.ts'
import { answerToOwnHost, secure } from './security.ts'
import { serveClient } from './static-client.ts'
import type { Strangers } from './strangers.ts'
import { watchUpstreams } from './upstreams.ts'

export type EdgeOptions = {
  settings: BffSettings
  bus: Bus
  clock: Clock
  log: Logger
  registry: Registry
  /** All metrics, as text. */
  renderMetrics: () => Promise<string>
  clientDir: string
  reach: Reach
  strangers: Strangers
  isDraining: () => boolean
}

/** How often Node looks for requests that take too long, in milliseconds. */
const lateCheckMs = 500

/** How long a connection stays open between two requests, in milliseconds: longer than a gateway keeps it. */
const keepAliveMs = 72_000

/** A request that could not be parsed: there is no reply object. */
const answerUnreadable = (error: ConnectionError, socket: Socket, { mayAnswer }: Connections) => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!mayAnswer(socket)) return void socket.destroy()
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const large = error.code === 'HPE_HEADER_OVERFLOW'
  answerRaw(socket, {
    status: late ? 408 : large ? 431 : 400,
    code: late ? bodyCode.timeout : bodyCode.badParameters,
    msg: late ? 'the request took too long' : large ? 'the headers are too large' : 'this is no request',
  })
}

/** Bounds the calls that one address makes in a minute to the routes of `scope`. */
const limitCalls = async (scope: FastifyInstance, max: number) => {
  await scope.register(limiter, {
    max,
    timeWindow: 60_000,
    errorResponseBuilder: (_request, { ttl }) => {
      const seconds = Math.max(1, Math.ceil(ttl / 1000))
      return edgeRefusal(429, bodyCode.tooManyRequests, `too many requests; try again in ${seconds} s`, {
        seconds,
      })
    },
  })
}

export type Edge = { app: FastifyInstance; connections: Connections }

/** Server settings that pages need before anyone signs in. */
const servePublicConfig = (app: FastifyInstance, settings: BffSettings) => {
  const config: PublicConfig = {
    defaultInvitationCode: settings.DEFAULT_INVITATION_CODE,
    noticeLanguage: settings.NOTICE_LANGUAGE,
    requestLanguage: settings.REQUEST_LANGUAGE,
    ...(settings.CHECKOUT_PROVIDER === 'sandbox' ? { testMoney: true } : {}),
    ...(settings.SUPPORT_WIDGET_URL === undefined ? {} : { supportWidgetUrl: settings.SUPPORT_WIDGET_URL }),
  }
  app.get('/config.json', async (_request, reply) => {
    reply.header('cache-control', 'no-cache')
    return config
  })
}

/** Everything that answers HTTP: the REST proxy, the client, health and metrics. Not listening yet. */
export const edgeApp = async (options: EdgeOptions): Promise<Edge> => {
  const { settings, clock, log, registry, clientDir, reach, strangers, isDraining } = options
  const connections = watchConnections({ settings, clock, registry })
  const loggerInstance: FastifyBaseLogger = log
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: (_address, hop) => hop < settings.TRUSTED_PROXIES,
    bodyLimit: settings.REST_BODY_BYTES,
    serverFactory: (listener) =>
      connections.server(listener, {
        requestTimeout: settings.REQUEST_MS,
        headersTimeout: settings.REQUEST_MS,
        connectionsCheckingInterval: lateCheckMs,
        keepAliveTimeout: keepAliveMs,
      }),
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, connections),
    frameworkErrors: (error, _request, { raw }) => {
      const body = JSON.stringify(refuse(bodyCode.badParameters, error.message))
      raw.writeHead(error.statusCode ?? 400, { 'content-type': 'application/json; charset=utf-8' }).end(body)
    },
    // A client could choose an id that looks like another's in the log.
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
  })
  answerErrorsWithEnvelopes(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  // Keep-alive connections would meet a server that is gone.
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining()) reply.header('connection', 'close')
  })
  await secure(app)
  answerToOwnHost(app, reach)
  const upstreams = watchUpstreams({ settings, clock, log, registry })
  app.addHook('onClose', async () => {
    connections.close()
    await upstreams.close()
  })
  const calls = passedCalls({
    ...{ connections, strangers },
    platforms: settings.UPSTREAM_URL.length,
    ofAddress: settings.CALLS_AT_ONCE_PER_ADDRESS,
  })
  const passing = { settings, upstreams, reach, calls, strangers, clock }
  serveOperations(app, { ...options, upstreams })
  await app.register(async (rest) => {
    await limitCalls(rest, settings.REST_PER_MINUTE)
    await proxyToPlatform(rest, passing)
  })
  // For a whole office behind one address, which reads again after every change.
  await app.register(async (desk) => {
    await limitCalls(desk, settings.DESK_PER_MINUTE)
    await proxyDesk(desk, passing)
  })
  // Pages report events on their own, so that must not use up the player's calls.
  await app.register(async (analytics) => {
    await limitCalls(analytics, settings.ANALYTICS_PER_MINUTE)
    await proxyAnalytics(analytics, passing)
  })
  for (const live of ['/socket.io/*', `${deskLivePath}*`])
    app.all(live, async (_request, reply) =>
      refuseWith(reply, 400, bodyCode.badParameters, 'the live connection is a WebSocket'),
    )
  await app.register(async (pages) => {
    await limitCalls(pages, settings.STATIC_PER_MINUTE)
    servePublicConfig(pages, settings)
    await serveClient(pages, clientDir, settings.SUPPORT_WIDGET_URL)
  })
  return { app, connections }
}
