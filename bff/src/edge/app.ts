import { randomUUID } from 'node:crypto'
import limiter from '@fastify/rate-limit'
import { bodyCode } from '@minefall/shared/contracts'
import type { Bus, Logger } from '@minefall/shared/node'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Registry } from 'prom-client'
import type { BffSettings } from '../config.ts'
import { answerErrorsWithEnvelopes, edgeRefusal } from './answers.ts'
import { serveOperations } from './operations.ts'
import { proxyToPlatform } from './proxy.ts'
import { secure } from './security.ts'
import { serveClient } from './static-client.ts'

export type EdgeOptions = {
  settings: BffSettings
  bus: Bus
  log: Logger
  registry: Registry
  clientDir: string
  isDraining: () => boolean
}

/** Everything that answers HTTP: REST passed on, the client, and what those who run it look at. Not listening yet. */
export const edgeApp = async (options: EdgeOptions): Promise<FastifyInstance> => {
  const { settings, bus, log, registry, clientDir, isDraining } = options
  const loggerInstance: FastifyBaseLogger = log
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: (_address, hop) => hop < settings.TRUSTED_PROXIES,
    bodyLimit: settings.REST_BODY_BYTES,
    // An id a client chose could be made to look like another's in the log.
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    forceCloseConnections: true,
  })
  answerErrorsWithEnvelopes(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  await secure(app)
  serveOperations(app, { settings, bus, registry, isDraining })
  await app.register(async (rest) => {
    await rest.register(limiter, {
      max: settings.REST_PER_MINUTE,
      timeWindow: 60_000,
      errorResponseBuilder: (_request, { ttl }) => {
        const seconds = Math.max(1, Math.ceil(ttl / 1000))
        return edgeRefusal(429, bodyCode.tooManyRequests, `too many requests; try again in ${seconds} s`, {
          seconds,
        })
      },
    })
    await proxyToPlatform(rest, settings)
  })
  await serveClient(app, clientDir)
  return app
}
