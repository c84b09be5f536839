import { createHash, timingSafeEqual } from 'node:crypto'
import { bodyCode, refuse } from '@minefall/shared/contracts'
import type { App } from './app.ts'

/** The header in which a BFF shows that it is one. */
export const edgeKeyHeader = 'x-minefall-edge'

/** Prefixes of routes this machine may read without the key: a developer's, a supervisor's, a scraper's. */
const openOnLoopback = ['/docs', '/healthz', '/readyz', '/metrics']

const isOpen = (route: string | undefined): boolean =>
  route !== undefined && openOnLoopback.some((open) => route === open || route.startsWith(`${open}/`))

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(::ffff:)?127\.|^::1$/.test(address)

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Refuses every request without the key. Digests are compared, so that time tells neither content nor length. */
export const requireEdgeKey = (app: App, edgeKey: string): void => {
  const expected = digest(edgeKey)
  app.addHook('onRequest', async (request, reply) => {
    // The route that will answer, not the address as sent, so that no spelling of a path gets around this.
    if (isOpen(request.routeOptions.url) && isLoopback(request.socket.remoteAddress)) return
    const shown = request.headers[edgeKeyHeader]
    if (typeof shown === 'string' && timingSafeEqual(digest(shown), expected)) return
    await reply.code(403).send(refuse(bodyCode.notAllowed, 'only a BFF may call the platform'))
  })
}
