import helmet from '@fastify/helmet'
import { bodyCode } from '@minefall/shared/contracts'
import type { FastifyInstance } from 'fastify'
import { refuseWith } from './answers.ts'
import type { Reach } from './reach.ts'

/**
 * What a page of ours may load and do: nothing but what came from here. No inline script, no `eval`, no foreign
 * origin. React sets styles through the CSSOM, which a policy does not restrict; `'self'` covers the live
 * connection too (a WebSocket to the page's own host).
 */
export const pagePolicy = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'script-src-attr': ["'none'"],
  'style-src': ["'self'"],
  'style-src-attr': ["'none'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'media-src': ["'self'"],
  'worker-src': ["'self'"],
  'manifest-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-src': ["'none'"],
  'frame-ancestors': ["'none'"],
}

/** The desk shows pictures that it fetched with its token, and has no use for most else. */
export const deskPolicy = {
  ...pagePolicy,
  'img-src': ["'self'", 'blob:'],
  'worker-src': ["'none'"],
  'manifest-src': ["'none'"],
  'form-action': ["'none'"],
}

type Policy = Readonly<Record<string, readonly string[]>>

/** What a widget of someone else's needs of a page: its script, its calls, and what it shows. */
const opensToWidget = ['script-src', 'style-src', 'img-src', 'connect-src', 'media-src', 'frame-src']

/** The policy of a player's page that loads another support widget: that origin may do what a widget needs, and no more. */
export const policyWithWidget = (origin: string): Policy =>
  Object.fromEntries(
    Object.entries(pagePolicy).map(([name, sources]) => [
      name,
      opensToWidget.includes(name) ? [...sources.filter((source) => source !== "'none'"), origin] : sources,
    ]),
  )

/** A policy as its header says it. */
export const policyText = (policy: Policy): string =>
  Object.entries(policy)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';')

/** The API's pages set style attributes from their code, and need nothing else more. */
export const docsPolicy = { ...pagePolicy, 'style-src-attr': ["'unsafe-inline'"] }

/** Answers of calls and uploaded pictures are no pages: opened as one they may do nothing at all. */
export const restPolicy = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"], sandbox: [] }

/** A developer's pages show text, and load themselves again. */
export const devPolicy = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }

/** The sandbox's payment page has a style sheet and two buttons. */
export const sandboxPolicy = {
  'default-src': ["'none'"],
  'style-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
}

/** Asked by supervisors and scrapers, by whatever name they know this server. */
const forOperators = ['/healthz', '/readyz', '/metrics']

/** What a request that names another host gets, whatever it asks for. */
export const misdirected = {
  status: 421,
  code: bodyCode.notAllowed,
  msg: 'this server has another name: PUBLIC_URL and ALLOWED_ORIGINS say which',
} as const

/** Refuses requests that name another host, before anything else looks at them. */
export const answerToOwnHost = (app: FastifyInstance, { isOurs }: Reach) => {
  app.addHook('onRequest', async (request, reply) => {
    if (isOurs(request.raw) || forOperators.includes(request.routeOptions.url ?? '')) return
    return refuseWith(reply, misdirected.status, misdirected.code, misdirected.msg)
  })
}

/** Sensors and the like that no page of ours asks for. */
const permissionsPolicy = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()'

/**
 * Security headers on every answer. Strict transport security is left to anyone who holds the certificate: here it
 * would lock a LAN address without one.
 */
export const secure = async (app: FastifyInstance) => {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: pagePolicy },
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', permissionsPolicy)
  })
}
