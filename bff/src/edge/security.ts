import helmet from '@fastify/helmet'
import { bodyCode } from '@minefall/shared/contracts'
import type { FastifyInstance } from 'fastify'
import { refuseWith } from './answers.ts'
import type { Reach } from './reach.ts'

/**
 * The policy of our pages: only same-origin content, no inline script, no `eval`. React sets styles through the
 * CSSOM, which a policy does not restrict; `'self'` also covers the WebSocket to the page's own host.
 */
const pagePolicy = {
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

/** The desk shows pictures fetched with its token, and needs little else. */
export const deskPolicy = {
  ...pagePolicy,
  'img-src': ["'self'", 'blob:'],
  'worker-src': ["'none'"],
  'manifest-src': ["'none'"],
  'form-action': ["'none'"],
}

type Policy = Readonly<Record<string, readonly string[]>>

/** What a third-party widget needs of a page: its script, its calls, and what it shows. */
const opensToWidget = ['script-src', 'style-src', 'img-src', 'connect-src', 'media-src', 'frame-src']

/** The policy of a player's page with another support widget: its origin gets what a widget needs. */
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

/** The API pages set style attributes from code, and need nothing else. */
export const docsPolicy = { ...pagePolicy, 'style-src-attr': ["'unsafe-inline'"] }

/** Answers of calls and uploaded pictures: opened as a page they may do nothing. */
export const restPolicy = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"], sandbox: [] }

/** Development pages show text and reload themselves. */
export const devPolicy = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }

/** The sandbox's payment page has an icon, a style sheet and two buttons. */
export const sandboxPolicy = {
  'default-src': ["'none'"],
  'img-src': ["'self'"],
  'style-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
}

/** Paths asked for by supervisors and scrapers, under any host name. */
const forOperators = ['/healthz', '/readyz', '/metrics']

/** The answer to a request that names another host. */
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

/** Sensors and other features that none of our pages uses. */
const permissionsPolicy = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()'

/**
 * Security headers on every answer. HSTS is left to whatever terminates TLS: here it would lock out a LAN address
 * without a certificate.
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
