import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Bus, type Clock, inProcessBus, silentLogger, systemClock } from '@minefall/shared/node'
import { manualClock } from '@minefall/shared/testing'
import { viewFile, viewName, views } from '@minefall/shared/views'
import { afterAll, beforeAll } from 'vitest'
import { type BffSettings, readBffSettings } from '../config.ts'
import { type Bff, startBff } from '../index.ts'
import { scriptedPlatform } from '../testing/scripted-platform.ts'

type Answer = { status: number; headers: IncomingMessage['headers']; body: string }
type Call = { method?: string; headers?: Record<string, string>; body?: string }

/** For tests alone: one request, its headers and path exactly as given. */
export const call = (address: string, path: string, options: Call = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address)
    const { method = 'GET', headers = {}, body } = options
    const sent = request({ hostname, port, path, method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })

const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
const listening = (server: Server) =>
  new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))

/** What the platform was asked. */
type Heard = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

/** For tests alone: the page of the client that is served. */
export const page = '<!doctype html><title>Minefall</title>'

/** For tests alone: the text of Home as it is built for a view. */
export const homeOf = (view: string) => `<!doctype html><title>${view}</title>`

/** For tests alone: the page of the desk that is served. */
export const deskPage = '<!doctype html><title>Desk</title>'

/** For tests alone: the token of a session that the platform accepts. */
export const accepted = 'a session'

/** Asked for the headers that a browser going to a page sends. */
export const html = { headers: { accept: 'text/html,*/*' } }

const writeClient = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'minefall-client-'))
  for (const name of ['assets', '.views', 'support', 'desk', 'desk/assets']) mkdirSync(join(folder, name))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('index.html', page)
  for (const view of views) {
    write(viewFile('home', view), homeOf(viewName(view)))
    write(`${viewFile('home', view)}.br`, `br ${viewName(view)}`)
  }
  write('assets/app-0123.js', 'export {}')
  write('assets/app-0123.js.gz', 'gz')
  write('icon.svg', '<svg/>')
  write('desk/index.html', deskPage)
  write('desk/assets/desk-0123.js', 'export {}')
  write('worker.js', 'self')
  write('support/widget.js', 'ssq')
  write('manifest.webmanifest', '{}')
  write('.env', 'SECRET=1')
  return folder
}

/** For tests alone: an edge before a platform that remembers what it is asked, for the tests of a file. */
export const edgeForTests = () => {
  const world = { heard: [] as Heard[], platformReady: true }
  const upstream = createServer((asked, answer) => {
    let body = ''
    asked.on('data', (chunk) => {
      body += chunk
    })
    asked.on('end', () => {
      const { method = '', url = '', headers } = asked
      // What the edge asks on its own is no call of anyone's.
      if (headers['x-request-id'] !== undefined) world.heard.push({ method, url, headers, body })
      if (asked.url === '/readyz') answer.statusCode = world.platformReady ? 200 : 503
      if (asked.url === '/api/slow') return
      if (headers.authorization === `Bearer ${accepted}`) answer.setHeader('x-minefall-session', '1')
      answer.setHeader('content-type', asked.url?.startsWith('/docs') ? 'text/html' : 'application/json')
      answer.setHeader('content-security-policy', "default-src 'unsafe-inline'")
      answer.setHeader('x-powered-by', 'secret')
      answer.end('{"code":200,"msg":"ok","data":null}')
    })
  })
  const clientDir = writeClient()
  const started: Bff[] = []
  let bus: Bus

  /** The address of the platform behind it. */
  const upstreamAddress = () => `http://127.0.0.1:${portOf(upstream)}`
  /** One more edge, with its own settings. */
  const start = async (
    env: Partial<Record<keyof BffSettings, string>> = {},
    clock: Clock = systemClock,
  ): Promise<Bff> => {
    const one = await startBff({
      settings: readBffSettings({
        PORT: '0',
        HOST: '127.0.0.1',
        UPSTREAM_URL: upstreamAddress(),
        EDGE_KEY: 'the-edge-key',
        CLIENT_DIR: clientDir,
        ...env,
      }),
      bus,
      clock,
      log: silentLogger(),
    })
    started.push(one)
    return one
  }

  beforeAll(async () => {
    await listening(upstream)
    bus = inProcessBus({ log: silentLogger() })
    scriptedPlatform(bus, manualClock())
    await start()
  })
  afterAll(async () => {
    for (const one of started) await one.close()
    await bus.close()
    upstream.closeAllConnections()
    await new Promise((resolve) => upstream.close(resolve))
    rmSync(clientDir, { recursive: true })
  })
  /** The address of the edge with the usual settings. */
  const address = () => started[0]?.address ?? ''
  return Object.assign(world, { start, address, upstream: upstreamAddress, clientDir })
}
