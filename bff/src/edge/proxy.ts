import proxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy'
import { eventsBytesMax } from '@minefall/shared/analytics'
import { bodyCode } from '@minefall/shared/contracts'
import type { FastifyInstance } from 'fastify'
import type { BffSettings } from '../config.ts'
import { edgeRefusal, refuseWith } from './answers.ts'
import { boundBodies } from './bodies.ts'
import { currentCall, type PassedCalls, takeWhole } from './calls.ts'
import type { Reach } from './reach.ts'
import { devPolicy, docsPolicy, restPolicy, sandboxPolicy } from './security.ts'
import { upstreamRequest } from './upstream-request.ts'
import { shown, type Upstreams } from './upstreams.ts'

/** Says to the platform that a call was made on this machine, which may do more there. */
const thisMachineHeader = 'x-minefall-this-machine'

type ReplyOptions = NonNullable<FastifyHttpProxyOptions['replyOptions']>

/** Headers that only we may set between edge and platform; what a caller expects of its body it has been told by then. */
const ours = (name: string) =>
  name === 'host' ||
  name === 'expect' ||
  name.startsWith('x-minefall-') ||
  name === 'x-request-id' ||
  name.startsWith('x-forwarded-') ||
  name === 'forwarded'

/** Security headers are the edge's business, whatever the platform sends. */
const notForClients = ['content-security-policy', 'x-request-id', 'server', 'x-powered-by']

const passingOn = ({ settings, reach }: ProxyOptions): ReplyOptions => ({
  rewriteRequestHeaders: (request, headers) => ({
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !ours(name))),
    ...shown(settings.EDGE_KEY),
    ...(reach.isThisMachine(request.raw) ? { [thisMachineHeader]: '1' } : {}),
    'x-request-id': request.id,
    'x-forwarded-for': request.ip,
    'x-forwarded-proto': request.protocol,
    'x-forwarded-host': request.host,
  }),
  rewriteHeaders: (headers) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !notForClients.includes(name))),
  onResponse: (_request, reply, { stream }) => {
    const call = currentCall()
    if (!call) return void reply.send(stream)
    const lost = () =>
      reply.send(edgeRefusal(503, bodyCode.unavailable, 'the platform is not available right now'))
    takeWhole(stream, call).then((answer) => reply.send(answer), lost)
  },
  // A platform that answers 503 says so to the caller, who decides when to try again.
  retryDelay: () => null,
  onError: (reply, { error }) => {
    const late = 'statusCode' in error && error.statusCode === 504
    if (late) refuseWith(reply, 504, bodyCode.timeout, 'the platform took too long to answer')
    else refuseWith(reply, 503, bodyCode.unavailable, 'the platform is not available right now')
  },
})

/**
 * What browsers may do with each part's answers: as little as it needs. `/dev` is there outside
 * production alone, `/sandbox` where the sandbox takes payments.
 */
const policies = {
  '/api': restPolicy,
  '/docs': docsPolicy,
  '/dev': devPolicy,
  '/sandbox': sandboxPolicy,
} as const

/** Served to this machine alone. In production `/docs` is the platform's to decide, which knows staff. */
const isForDevelopment = (prefix: string, { NODE_ENV }: BffSettings): boolean =>
  prefix === '/dev' || prefix === '/sandbox' || (prefix === '/docs' && NODE_ENV !== 'production')

/** What one part of what is passed on is bound to. */
type Part = { prefix: string; directives: (typeof policies)[keyof typeof policies]; bodyBytes: number }

/** What the edge needs to pass calls on. */
export type ProxyOptions = { settings: BffSettings; upstreams: Upstreams; reach: Reach; calls: PassedCalls }

const passOn = async (
  app: FastifyInstance,
  options: ProxyOptions,
  { prefix, directives, bodyBytes }: Part,
) => {
  const { settings, upstreams, reach, calls } = options
  const closed = isForDevelopment(prefix, settings)
  await app.register(
    async (scope) => {
      if (closed)
        scope.addHook('onRequest', async (request, reply) => {
          if (reach.isThisMachine(request.raw)) return
          reply.callNotFound()
          return reply
        })
      boundBodies(scope, bodyBytes)
      scope.addHook('onRequest', async (_request, reply) => {
        await reply.helmet({ contentSecurityPolicy: { useDefaults: false, directives } })
      })
      await scope.register(proxy, {
        // Which one is decided call by call.
        upstream: 'http://platform',
        rewritePrefix: prefix,
        disableRequestLogging: true,
        undici: upstreamRequest(upstreams),
        replyOptions: passingOn(options),
        handler: (request, reply, destination, sending) => {
          const contentType = request.headers['content-type'] ?? 'application/octet-stream'
          calls.inLine(request, reply, (body) =>
            reply.from(destination, body ? { ...sending, body, contentType } : sending),
          )
          return reply
        },
      })
    },
    { prefix },
  )
}

/** Passes the documented REST endpoints and the API's pages on to the platform, paths unchanged. */
export const proxyToPlatform = async (app: FastifyInstance, options: ProxyOptions) => {
  const bodyBytes = options.settings.REST_BODY_BYTES
  for (const [prefix, directives] of Object.entries(policies))
    await passOn(app, options, { prefix, directives, bodyBytes })
}

/** Passes on the calls of the desk. */
export const proxyDesk = (app: FastifyInstance, options: ProxyOptions) =>
  passOn(app, options, {
    prefix: '/api/desk',
    directives: restPolicy,
    bodyBytes: options.settings.REST_BODY_BYTES,
  })

/** Passes on what pages tell of their use, in calls that are smaller than others. */
export const proxyAnalytics = (app: FastifyInstance, options: ProxyOptions) => {
  const bodyBytes = Math.min(options.settings.REST_BODY_BYTES, eventsBytesMax)
  return passOn(app, options, { prefix: '/api/analytics', directives: restPolicy, bodyBytes })
}
