import proxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy'
import { eventsBytesMax } from '@minefall/shared/analytics'
import { bodyCode } from '@minefall/shared/contracts'
import type { Clock } from '@minefall/shared/node'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BffSettings } from '../config.ts'
import { edgeRefusal, refuseWith } from './answers.ts'
import { boundBodies } from './bodies.ts'
import { currentCall, type PassedCalls, takeWhole, tokenOf } from './calls.ts'
import type { Reach } from './reach.ts'
import { devPolicy, docsPolicy, restPolicy, sandboxPolicy } from './security.ts'
import type { Strangers } from './strangers.ts'
import { TokenBucket } from './token-bucket.ts'
import { upstreamRequest } from './upstream-request.ts'
import { shown, type Upstreams } from './upstreams.ts'

/** Tells the platform that a call was made on this machine, which may do more. */
const thisMachineHeader = 'x-minefall-this-machine'
/** Said by the platform of a call whose session is one. */
const sessionHeader = 'x-minefall-session'

type ReplyOptions = NonNullable<FastifyHttpProxyOptions['replyOptions']>

/** Headers that only we may set between edge and platform, and `expect`, which is already handled. */
const ours = (name: string) =>
  name === 'host' ||
  name === 'expect' ||
  name.startsWith('x-minefall-') ||
  name === 'x-request-id' ||
  name.startsWith('x-forwarded-') ||
  name === 'forwarded'

/** Security headers are the edge's business, whatever the platform sends. */
const notForClients = [sessionHeader, 'content-security-policy', 'x-request-id', 'server', 'x-powered-by']

const passingOn = ({ settings, reach, strangers }: ProxyOptions): ReplyOptions => ({
  rewriteRequestHeaders: (request, headers) => ({
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !ours(name))),
    ...shown(settings.EDGE_KEY),
    ...(reach.isThisMachine(request.raw) ? { [thisMachineHeader]: '1' } : {}),
    'x-request-id': request.id,
    'x-forwarded-for': request.ip,
    'x-forwarded-proto': request.protocol,
    'x-forwarded-host': request.host,
  }),
  rewriteHeaders: (headers, request) => {
    if (request && headers[sessionHeader] !== undefined) strangers.meet(tokenOf(request))
    return Object.fromEntries(Object.entries(headers).filter(([name]) => !notForClients.includes(name)))
  },
  onResponse: (_request, reply, { stream }) => {
    const call = currentCall()
    if (!call) return void reply.send(stream)
    const lost = () => {
      // The headers of the answer that was lost may let it be kept for a year. `connection` is ours by now.
      for (const name of Object.keys(reply.getHeaders())) if (name !== 'connection') reply.removeHeader(name)
      reply.headers({ ...call.headers, 'cache-control': 'no-store' })
      reply.send(edgeRefusal(503, bodyCode.unavailable, 'the platform is not available right now'))
    }
    takeWhole(stream, call).then((answer) => reply.send(answer), lost)
  },
  // A platform's 503 is passed on: the caller decides when to retry.
  retryDelay: () => null,
  onError: (reply, { error }) => {
    const late = 'statusCode' in error && error.statusCode === 504
    if (late) refuseWith(reply, 504, bodyCode.timeout, 'the platform took too long to answer')
    else refuseWith(reply, 503, bodyCode.unavailable, 'the platform is not available right now')
  },
})

/**
 * The content policy for each part's answers, as strict as possible. `/dev` exists outside production only,
 * `/sandbox` where the sandbox takes payments.
 */
const policies = {
  '/api': restPolicy,
  '/.well-known/minefall-fairness.json': restPolicy,
  '/docs': docsPolicy,
  '/dev': devPolicy,
  '/sandbox': sandboxPolicy,
} as const

/** Served to this machine only. In production the platform, which knows staff, decides about `/docs`. */
const isForDevelopment = (prefix: string, { NODE_ENV }: BffSettings): boolean =>
  prefix === '/dev' || prefix === '/sandbox' || (prefix === '/docs' && NODE_ENV !== 'production')

/** The limits of one proxied part. */
type Part = {
  prefix: string
  directives: (typeof policies)[keyof typeof policies]
  bodyBytes: number
  /** Throws what refuses a call before its body is read. */
  admit?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

/** What the edge needs to pass calls on. */
export type ProxyOptions = {
  settings: BffSettings
  upstreams: Upstreams
  reach: Reach
  calls: PassedCalls
  strangers: Strangers
  clock: Clock
}

/** Where calls go; which platform that is, is chosen call by call. */
const upstream = 'http://platform'

/**
 * Whether the platform would be asked for the same path. With dots or backslashes in it a call of one part would lead to
 * another, past its limits.
 */
const isStraight = (url: string): boolean => {
  const [path = ''] = url.split('?', 1)
  return URL.canParse(path, upstream) && new URL(path, upstream).pathname === path
}

const passOn = async (
  app: FastifyInstance,
  options: ProxyOptions,
  { prefix, directives, bodyBytes, admit }: Part,
) => {
  const { settings, upstreams, reach, calls } = options
  const closed = isForDevelopment(prefix, settings)
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        if (isStraight(request.url) && (!closed || reach.isThisMachine(request.raw))) return
        reply.callNotFound()
        return reply
      })
      boundBodies(scope, bodyBytes)
      if (admit) scope.addHook('onRequest', admit)
      scope.addHook('onRequest', async (_request, reply) => {
        await reply.helmet({ contentSecurityPolicy: { useDefaults: false, directives } })
      })
      await scope.register(proxy, {
        upstream,
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

/** The wait once strangers' bytes are used up, in seconds. Pages can wait. */
const fullSeconds = 30

/**
 * Passes on usage events, in smaller calls than others. What strangers send beyond their bytes is refused unread;
 * a body that doesn't say its length is refused before.
 */
export const proxyAnalytics = (app: FastifyInstance, options: ProxyOptions) => {
  const { settings, strangers, clock } = options
  const perSecond = settings.ANALYTICS_BYTES_PER_SECOND
  const room = new TokenBucket({ perSecond, burst: 8 * perSecond, now: () => clock.now() })
  const admit: Part['admit'] = async (request, reply) => {
    if (strangers.knows(tokenOf(request))) return
    if (room.spend(0) === 0) return void room.spend(Number(request.headers['content-length'] ?? 0))
    reply.header('retry-after', fullSeconds)
    const data = { seconds: fullSeconds }
    throw edgeRefusal(429, bodyCode.tooManyRequests, 'too many usage events; try again later', data)
  }
  const bodyBytes = Math.min(settings.REST_BODY_BYTES, eventsBytesMax)
  return passOn(app, options, { prefix: '/api/analytics', directives: restPolicy, bodyBytes, admit })
}
