import { bodyCode, refuse } from '@minefall/shared/contracts'
import { isLoopbackAddress } from '@minefall/shared/node'
import type { FastifyRequest } from 'fastify'
import type { App } from './app.ts'
import { type Callers, isThisMachine } from './edge-key.ts'

/** Prefixes of routes this machine may read without the key: a developer's, a supervisor's, a scraper's. */
const openOnLoopback = ['/docs', '/healthz', '/readyz', '/metrics']

/** Prefixes of routes that a BFF passes on for its own machine alone: what would be sent, and the sandbox's payments. */
const forDevelopment = ['/dev', '/sandbox']

const isOneOf = (prefixes: readonly string[], route: string | undefined): boolean =>
  route !== undefined && prefixes.some((prefix) => route === prefix || route.startsWith(`${prefix}/`))

/**
 * Refuses every request that is no BFF's, but for metrics with their token and what this machine may read. Of those that
 * a BFF passes on, pages of development are there for its machine alone, whatever path they were asked for by, and the
 * description of the calls for those whom `mayReadDocs` lets read it.
 */
export const guardRoutes = (
  app: App,
  { isEdge, isScraper }: Callers,
  mayReadDocs: (request: FastifyRequest) => boolean | Promise<boolean>,
): void => {
  app.addHook('onRequest', async (request, reply) => {
    // The route that will answer, not the address as sent, so that no spelling of a path gets around this.
    const route = request.routeOptions.url
    // A BFF on this machine is no one of this machine: it calls for somebody else.
    if (isEdge(request.headers)) {
      const isHidden = isOneOf(forDevelopment, route)
        ? !isThisMachine(request)
        : isOneOf(['/docs'], route) && !(await mayReadDocs(request))
      if (!isHidden) return
      reply.callNotFound()
      return reply
    }
    if (isOneOf(openOnLoopback, route) && isLoopbackAddress(request.socket.remoteAddress)) return
    if (route === '/metrics' && isScraper(request.headers)) return
    return reply.code(403).send(refuse(bodyCode.notAllowed, 'only a BFF may call the platform'))
  })
}
