import { bodyCode, refuse } from '@minefall/shared/contracts'
import type { App } from './app.ts'
import type { Callers } from './edge-key.ts'

/** Prefixes of routes this machine may read without the key: a developer's, a supervisor's, a scraper's. */
const openOnLoopback = ['/docs', '/healthz', '/readyz', '/metrics']

const isOpen = (route: string | undefined): boolean =>
  route !== undefined && openOnLoopback.some((open) => route === open || route.startsWith(`${open}/`))

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(::ffff:)?127\.|^::1$/.test(address)

/** Refuses every request that is no BFF's, but for metrics with their token and what this machine may read. */
export const guardRoutes = (app: App, { isEdge, isScraper }: Callers): void => {
  app.addHook('onRequest', async (request, reply) => {
    // The route that will answer, not the address as sent, so that no spelling of a path gets around this.
    const route = request.routeOptions.url
    if (isOpen(route) && isLoopback(request.socket.remoteAddress)) return
    if (isEdge(request.headers)) return
    if (route === '/metrics' && isScraper(request.headers)) return
    await reply.code(403).send(refuse(bodyCode.notAllowed, 'only a BFF may call the platform'))
  })
}
