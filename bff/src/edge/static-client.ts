import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import serve from '@fastify/static'
import { bodyCode } from '@minefall/shared/contracts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuseWith } from './answers.ts'

/** Where this checkout's client is built to; the same seen from `src` and from `dist`. */
export const ownClientDir = fileURLToPath(new URL('../../../client/dist/web', import.meta.url))

/**
 * Names the client that is served: it changes when the page would. `none` when no client has been built, as in
 * development, where another server serves it.
 */
export const releaseOf = (clientDir: string): string => {
  const page = join(clientDir, 'index.html')
  if (!existsSync(page)) return 'none'
  return createHash('sha256').update(readFileSync(page)).digest('hex').slice(0, 16)
}

/** Paths that belong to something else than the page's router: a miss there is a miss. */
const notPages = ['/api', '/docs', '/assets', '/socket.io', '/healthz', '/readyz', '/metrics']

/** Whether somebody is on their way to a page, rather than a program or a page after a file. */
const isNavigation = (request: FastifyRequest): boolean => {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const path = request.url.split('?')[0] ?? '/'
  if (notPages.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))) return false
  return !/\.[a-z0-9]{1,8}$/i.test(path) && (request.headers.accept ?? '').includes('text/html')
}

const forever = 'public, max-age=31536000, immutable'

/**
 * Serves the built client. Files under `assets/` have their hash in their name and are kept forever; everything
 * else is asked for again each time. Navigations to any other path get the page, whose router knows the way.
 */
export const serveClient = async (app: FastifyInstance, clientDir: string) => {
  const built = existsSync(join(clientDir, 'index.html'))
  if (built) {
    const assets = `${join(clientDir, 'assets')}${sep}`
    await app.register(serve, {
      root: clientDir,
      dotfiles: 'ignore',
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.startsWith(assets) ? forever : 'no-cache')
      },
    })
  } else {
    app.log.warn({ clientDir }, 'no built client here: pages are not served')
  }
  app.setNotFoundHandler((request, reply) => {
    if (built && isNavigation(request)) return reply.sendFile('index.html')
    return refuseWith(reply, 404, bodyCode.notFound, 'there is nothing here')
  })
}
