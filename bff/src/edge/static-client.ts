import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import serve from '@fastify/static'
import { bodyCode } from '@minefall/shared/contracts'
import { builtPageOf, pagesToBuild, viewFile, viewName, views } from '@minefall/shared/views'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuseWith } from './answers.ts'
import { preferred, viewOf } from './preferences.ts'
import { deskPolicy, policyText, policyWithWidget } from './security.ts'

/** Where this checkout's client is built; the same from `src` and `dist`. */
export const ownClientDir = fileURLToPath(new URL('../../../client/dist/web', import.meta.url))

/** Files that identify a release: the page names all its files by hash, except the widget. */
const releaseFiles = ['index.html', 'support/widget.js']

/**
 * Names the client that is served: it changes when the page or its support widget would. `none` when no client has been
 * built, as in development, where another server serves it.
 */
export const releaseOf = (clientDir: string): string => {
  const files = releaseFiles.map((file) => join(clientDir, file)).filter((file) => existsSync(file))
  if (files.length === 0) return 'none'
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

/** Paths outside of the page's router: a miss there is a 404. */
const notPages = [
  ...['/api', '/dev', '/docs', '/sandbox', '/assets', '/socket.io', '/healthz', '/readyz', '/metrics'],
  ...['/desk/assets', '/desk/socket.io'],
]

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '/'

/** Whether a request is a page navigation rather than a program's or a file's. */
const isNavigation = (request: FastifyRequest): boolean => {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const path = pathOf(request)
  if (notPages.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))) return false
  return !/\.[a-z0-9]{1,8}$/i.test(path) && (request.headers.accept ?? '').includes('text/html')
}

const forever = 'public, max-age=31536000, immutable'

/** Extra headers of the desk's files: not indexed, and no referrer. */
const deskHeaders = {
  'content-security-policy': policyText(deskPolicy),
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

/** Whether files are there compressed too: where none is, none is looked for at each request. */
const hasCompressed = (folder: string): boolean => namesIn(folder).some((name) => /\.(br|gz)$/.test(name))

/** How a file is sent: as it is, or packed by the build, and how the packed file's name ends. */
const endings = { br: '.br', gzip: '.gz', identity: '' } as const
type Encoding = keyof typeof endings

/** A file in memory: anyone may ask for it again and again, and it took four calls of the file system each time. */
type Sent = { body: Buffer; headers: Record<string, string> }

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

const readSent = (file: string, encoding: Encoding, headers: Record<string, string>): Sent => {
  const body = readFileSync(file + endings[encoding])
  const own: Record<string, string> = {
    'cache-control': 'no-cache',
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    vary: 'Accept-Encoding',
    etag: `"${createHash('sha256').update(body).digest('base64url')}"`,
  }
  if (encoding !== 'identity') own['content-encoding'] = encoding
  return { body, headers: { ...own, ...headers } }
}

/** The first encoding that a request takes and there is. */
const encodingFor = ({ headers }: FastifyRequest, isThere: (encoding: Encoding) => boolean): Encoding => {
  const taken = preferred(headers['accept-encoding'])
  return (['br', 'gzip'] as const).find((each) => taken.includes(each) && isThere(each)) ?? 'identity'
}

const send = ({ headers }: FastifyRequest, reply: FastifyReply, { body, headers: own }: Sent) => {
  reply.headers(own)
  return headers['if-none-match'] === own.etag ? reply.code(304).send() : reply.send(body)
}

/** A page as it is now, in each encoding. */
type Page = Map<Encoding, Sent>

const readPage = (file: string, headers: Record<string, string>): Page =>
  new Map(
    (['br', 'gzip', 'identity'] as const)
      .filter((encoding) => existsSync(file + endings[encoding]))
      .map((encoding) => [encoding, readSent(file, encoding, headers)]),
  )

const sendPage = (request: FastifyRequest, reply: FastifyReply, page: Page) => {
  const sent = page.get(encodingFor(request, (encoding) => page.has(encoding)))
  return sent ? send(request, reply, sent) : reply.callNotFound()
}

/** The scripts and style sheets of folders whose files are named by their hash, each in memory once it was asked for. */
const readAssets = (clientDir: string, folders: Record<string, Record<string, string>>) => {
  const files = new Map<string, Record<string, string>>(
    Object.entries(folders).flatMap(([folder, headers]) =>
      namesIn(join(clientDir, folder)).map((name) => [`${folder}/${name}`, headers]),
    ),
  )
  const kept = new Map<string, Sent>()
  return (path: string, request: FastifyRequest): Sent | null => {
    const headers = types[extname(path)] && files.get(path)
    if (!headers) return null
    const encoding = encodingFor(request, (each) => files.has(path + endings[each]))
    const key = path + endings[encoding]
    let sent = kept.get(key)
    // Another release may lie there by now.
    if (!sent && existsSync(join(clientDir, key))) {
      sent = readSent(join(clientDir, path), encoding, { 'cache-control': forever, ...headers })
      kept.set(key, sent)
    }
    return sent ?? null
  }
}

/** The pages whose HTML is built, for each view of them; null for an address that none is of. */
const readViews = (clientDir: string, headers: Record<string, string>) => {
  const vary = 'Accept-Encoding, Accept-Language, Cookie'
  const pages = new Map(
    pagesToBuild.flatMap(({ name }) =>
      views.flatMap((view) => {
        const file = join(clientDir, viewFile(name, view))
        const own = { vary, 'content-language': view.language, ...headers }
        return existsSync(file) ? [[`${name} ${viewName(view)}`, readPage(file, own)] as const] : []
      }),
    ),
  )
  return ({ url, headers }: FastifyRequest): Page | null => {
    const name = builtPageOf(url)
    return (name && pages.get(`${name} ${viewName(viewOf(headers))}`)) ?? null
  }
}

/**
 * Serves the built client. Files under `assets/` have their hash in their name and are cached forever; others are
 * revalidated. Navigations below `/desk` get the desk's page, others the player's, which is
 * built for the visitor's view where it has one. Only the player's page lets in
 * the origin of `widgetUrl`. Misses count against the rate of `app` too. Pages are those of the start.
 */
export const serveClient = async (app: FastifyInstance, clientDir: string, widgetUrl?: string) => {
  const file = join(clientDir, 'index.html')
  const desk = join(clientDir, 'desk', sep)
  const deskFile = join(desk, 'index.html')
  const policy: Record<string, string> =
    widgetUrl === undefined
      ? {}
      : { 'content-security-policy': policyText(policyWithWidget(new URL(widgetUrl).origin)) }
  const page = existsSync(file) ? readPage(file, policy) : null
  const viewed = readViews(clientDir, policy)
  const deskPage = existsSync(deskFile) ? readPage(deskFile, deskHeaders) : null
  if (page) {
    app.get('/', (request, reply) => sendPage(request, reply, viewed(request) ?? page))
    const assets = [join(clientDir, 'assets', sep), join(desk, 'assets', sep)]
    await app.register(serve, {
      root: clientDir,
      serve: false,
      dotfiles: 'ignore',
      cacheControl: false,
      preCompressed: hasCompressed(join(clientDir, 'assets')),
      setHeaders: (reply, path) => {
        reply.header('cache-control', assets.some((folder) => path.startsWith(folder)) ? forever : 'no-cache')
        if (path === file) reply.headers(policy)
        if (path.startsWith(desk)) reply.headers(deskHeaders)
      },
    })
    const asset = readAssets(clientDir, { assets: {}, 'desk/assets': deskHeaders })
    // The plugin's own route lists each folder on the way, for file systems that tell no case apart: a thousand names a file.
    app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
      const path = request.params['*']
      const sent = asset(path, request)
      return sent ? send(request, reply, sent) : reply.sendFile(path)
    })
  } else {
    app.log.warn({ clientDir }, 'no built client here: pages are not served')
  }
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
    const path = pathOf(request)
    const wanted = path === '/desk' || path.startsWith('/desk/') ? deskPage : page
    if (page && wanted && isNavigation(request)) {
      // The player's page knows much by its path, so each has one form. Behind two slashes another host is named.
      const [, trimmed] = /^(\/\w.*)\/$/.exec(path) ?? []
      if (trimmed !== undefined && wanted === page)
        return reply.redirect(`${trimmed}${request.url.slice(path.length)}`, 308)
      return sendPage(request, reply, viewed(request) ?? wanted)
    }
    return refuseWith(reply, 404, bodyCode.notFound, 'there is nothing here')
  })
}
