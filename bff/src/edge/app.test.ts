import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventsBytesMax } from '@minefall/shared/analytics'
import { publicConfigSchema } from '@minefall/shared/contracts'
import { type Bus, inProcessBus, isStartupError, silentLogger } from '@minefall/shared/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BffSettings, readBffSettings } from '../config.ts'
import { type Bff, startBff } from '../index.ts'
import { scriptedPlatform } from '../testing/scripted-platform.ts'

type Answer = { status: number; headers: IncomingMessage['headers']; body: string }

/** One request, its headers and path exactly as given. */
const call = (address: string, path: string, options: Call = {}): Promise<Answer> =>
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
type Call = { method?: string; headers?: Record<string, string>; body?: string }

const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
const listening = (server: Server) =>
  new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))

let heard: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = []
let platformReady = true
const upstream = createServer((asked, answer) => {
  let body = ''
  asked.on('data', (chunk) => {
    body += chunk
  })
  asked.on('end', () => {
    heard.push({ method: asked.method ?? '', url: asked.url ?? '', headers: asked.headers, body })
    if (asked.url === '/readyz') answer.statusCode = platformReady ? 200 : 503
    if (asked.url === '/api/slow') return
    answer.setHeader('content-type', asked.url?.startsWith('/docs') ? 'text/html' : 'application/json')
    answer.setHeader('content-security-policy', "default-src 'unsafe-inline'")
    answer.setHeader('x-powered-by', 'secret')
    answer.end('{"code":200,"msg":"ok","data":null}')
  })
})

const clientDir = mkdtempSync(join(tmpdir(), 'minefall-client-'))
const page = '<!doctype html><title>Minefall</title>'
let bus: Bus
let bff: Bff
const started: Bff[] = []

const start = async (env: Partial<Record<keyof BffSettings, string>> = {}) => {
  const one = await startBff({
    settings: readBffSettings({
      PORT: '0',
      HOST: '127.0.0.1',
      UPSTREAM_URL: `http://127.0.0.1:${portOf(upstream)}`,
      EDGE_KEY: 'the-edge-key',
      CLIENT_DIR: clientDir,
      ...env,
    }),
    bus,
    log: silentLogger(),
  })
  started.push(one)
  return one
}

beforeAll(async () => {
  mkdirSync(join(clientDir, 'assets'))
  writeFileSync(join(clientDir, 'index.html'), page)
  writeFileSync(join(clientDir, 'assets', 'app-0123.js'), 'export {}')
  writeFileSync(join(clientDir, 'assets', 'app-0123.js.gz'), 'gz')
  writeFileSync(join(clientDir, 'icon.svg'), '<svg/>')
  writeFileSync(join(clientDir, 'worker.js'), 'self')
  writeFileSync(join(clientDir, 'manifest.webmanifest'), '{}')
  writeFileSync(join(clientDir, '.env'), 'SECRET=1')
  await listening(upstream)
  bus = inProcessBus({ log: silentLogger() })
  scriptedPlatform(bus)
  bff = await start()
})
afterAll(async () => {
  for (const one of started) await one.close()
  await bus.close()
  upstream.closeAllConnections()
  await new Promise((resolve) => upstream.close(resolve))
  rmSync(clientDir, { recursive: true })
})

describe('REST', () => {
  test('is passed on unchanged, with the edge’s own key and request id in place of any the client sent', async () => {
    heard = []
    const answer = await call(bff.address, '/api/game/detail?gameId=mines%2Dduel&x=1', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'X-Minefall-Edge': 'forged',
        'x-minefall-player': 'forged',
        'x-request-id': 'forged',
        'x-forwarded-for': '6.6.6.6',
        connection: 'close, x-minefall-edge, x-request-id',
        authorization: 'Bearer theirs',
      },
      body: '{"a":1}',
    })
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body)).toEqual({ code: 200, msg: 'ok', data: null })
    expect(heard).toHaveLength(1)
    const [got] = heard
    expect(got).toMatchObject({
      method: 'POST',
      url: '/api/game/detail?gameId=mines%2Dduel&x=1',
      body: '{"a":1}',
      headers: {
        'x-minefall-edge': 'the-edge-key',
        'x-forwarded-for': '127.0.0.1',
        authorization: 'Bearer theirs',
      },
    })
    expect(got?.headers).not.toHaveProperty('x-minefall-player')
    expect(got?.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.headers['x-request-id']).toBe(got?.headers['x-request-id'])
    expect(answer.headers).not.toHaveProperty('x-powered-by')
    expect(JSON.stringify(answer.headers)).not.toContain('the-edge-key')
  })

  test.each(['/api/../readyz', '/api/%2e%2e/metrics', '/docs/..%2freadyz'])(
    'does not leave what is passed on: %s',
    async (path) => {
      heard = []
      const { status } = await call(bff.address, path)
      expect([400, 404]).toContain(status)
      expect(heard).toEqual([])
    },
  )

  test('a platform that is down is 503 with 1503, one that is late 504 with 1504', async () => {
    const down = await start({ UPSTREAM_URL: 'http://127.0.0.1:9' })
    const answer = await call(down.address, '/api/game/list')
    expect(answer.status).toBe(503)
    expect(JSON.parse(answer.body)).toMatchObject({ code: 1503, data: null })
    const hasty = await start({ REST_TIMEOUT_MS: '100' })
    const late = await call(hasty.address, '/api/slow')
    expect(late.status).toBe(504)
    expect(JSON.parse(late.body)).toMatchObject({ code: 1504 })
  })

  test('a body that is too large, or of unknown length, is refused before it is passed on', async () => {
    heard = []
    const strict = await start({ REST_BODY_BYTES: '1024' })
    const headers = { 'content-type': 'application/json' }
    const large = await call(strict.address, '/api/x', { method: 'POST', headers, body: '1'.repeat(1_025) })
    expect(large.status).toBe(413)
    expect(JSON.parse(large.body)).toMatchObject({ code: 1001, data: { limit: 1024 } })
    const endless = await call(strict.address, '/api/x', {
      method: 'POST',
      headers: { ...headers, 'transfer-encoding': 'chunked' },
      body: '1',
    })
    expect(endless.status).toBe(411)
    expect(heard).toEqual([])
  })

  test('a picture may be larger than other requests, up to the documented size', async () => {
    heard = []
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const body = '1'.repeat(5 * 1024 * 1024)
    const upload = { method: 'POST', headers, body }
    const order = '/api/wallet/orders/0190c0de-0000-7000-8000-000000000001'
    for (const path of ['/api/user/upload', `${order}/proof`]) {
      heard = []
      expect((await call(bff.address, path, upload)).status).toBe(200)
      expect(heard.map((one) => one.body.length)).toEqual([body.length])
      const more = await call(bff.address, path, { ...upload, body: body.repeat(2) })
      expect([more.status, JSON.parse(more.body).code]).toEqual([413, 1122])
    }
    for (const path of ['/api/user/uploads', `${order}/paid`, `${order}/x/proof`, `${order}/proof/x`])
      expect((await call(bff.address, path, upload)).status).toBe(413)
  })

  test('what a form of a page of ours sends is passed on as it is', async () => {
    heard = []
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await call(bff.address, '/sandbox/checkout/x', { method: 'POST', headers, body: 'choice=pay' })
    expect(heard).toMatchObject([{ url: '/sandbox/checkout/x', body: 'choice=pay', headers }])
  })

  test('too many calls are 429 with 1429 and the seconds to wait; pages are not counted', async () => {
    const strict = await start({ REST_PER_MINUTE: '2' })
    const get = (path: string) => call(strict.address, path)
    for (let n = 0; n < 4; n++) expect((await get('/icon.svg')).status).toBe(200)
    expect([(await get('/api/a')).status, (await get('/docs')).status]).toEqual([200, 200])
    const answer = await get('/api/a')
    expect(answer.status).toBe(429)
    const { code, data } = JSON.parse(answer.body)
    expect(code).toBe(1429)
    expect(data.seconds).toBeGreaterThan(0)
    expect(data.seconds).toBeLessThanOrEqual(60)
    expect(answer.headers['retry-after']).toBe(String(data.seconds))
  })

  test('what pages tell of their use has a limit of its own, and takes nothing of the other', async () => {
    const strict = await start({ REST_PER_MINUTE: '1', ANALYTICS_PER_MINUTE: '2' })
    heard = []
    const tell = () =>
      call(strict.address, '/api/analytics/receiveEvents', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"events":[]}',
      })
    expect([(await tell()).status, (await tell()).status, (await tell()).status]).toEqual([200, 200, 429])
    expect(heard).toMatchObject(Array(2).fill({ url: '/api/analytics/receiveEvents', body: '{"events":[]}' }))
    expect((await call(strict.address, '/api/a')).status).toBe(200)
    expect((await call(strict.address, '/api/a')).status).toBe(429)
  })

  test('what pages tell of their use is bounded in size', async () => {
    heard = []
    const headers = { 'content-type': 'application/json' }
    const tell = (length: number) =>
      call(bff.address, '/api/analytics/receiveEvents', { method: 'POST', headers, body: 'x'.repeat(length) })
    expect((await tell(eventsBytesMax)).status).toBe(200)
    const answer = await tell(eventsBytesMax + 1)
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([413, 1001])
    expect(heard).toHaveLength(1)
  })

  test('behind a trusted proxy callers are told apart', async () => {
    const behind = await start({ REST_PER_MINUTE: '1', TRUSTED_PROXIES: '1' })
    const from = (address: string) =>
      call(behind.address, '/api/a', { headers: { 'x-forwarded-for': `1.1.1.1, ${address}` } })
    expect((await from('9.9.9.9')).status).toBe(200)
    expect((await from('9.9.9.8')).status).toBe(200)
    expect((await from('9.9.9.9')).status).toBe(429)
    expect(heard.at(-1)?.headers['x-forwarded-for']).toBe('9.9.9.8')
  })
})

describe('pages', () => {
  const html = { headers: { accept: 'text/html,*/*' } }

  test.each(['/', '/lobby', '/match/aa', '/user/profile?tab=2'])(
    'a navigation to %s gets the page',
    async (path) => {
      const answer = await call(bff.address, path, html)
      expect(answer.status).toBe(200)
      expect(answer.body).toBe(page)
      expect(answer.headers['cache-control']).toBe('no-cache')
      expect(answer.headers['content-type']).toContain('text/html')
    },
  )

  test.each([
    ['/assets/missing-0.js', html],
    ['/missing.png', html],
    ['/lobby', {}],
    ['/lobby', { ...html, method: 'POST' }],
    ['/.env', html],
    ['/assets/', html],
    ['/metrics/x', html],
  ])('%s is nothing', async (path, options) => {
    const answer = await call(bff.address, path, options)
    expect(answer.status).toBe(404)
    expect(JSON.parse(answer.body)).toMatchObject({ code: 1404, data: null })
  })

  test.each(['/assets/../../etc/passwd', '/assets/%2e%2e/%2e%2e/etc/passwd', '/..%5c..%5cetc/passwd'])(
    '%s leads nowhere',
    async (path) => {
      const answer = await call(bff.address, path)
      expect([400, 403, 404]).toContain(answer.status)
      expect(JSON.parse(answer.body).data).toBeNull()
    },
  )

  test('files with a hash in their name are kept forever, compressed where they are; others are asked for again', async () => {
    const asset = await call(bff.address, '/assets/app-0123.js')
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(asset.headers['content-type']).toContain('javascript')
    const small = await call(bff.address, '/assets/app-0123.js', { headers: { 'accept-encoding': 'gzip' } })
    expect(small.headers['content-encoding']).toBe('gzip')
    expect(small.body).toBe('gz')
    const icon = await call(bff.address, '/icon.svg')
    expect(icon.headers['cache-control']).toBe('no-cache')
    const again = await call(bff.address, '/icon.svg', {
      headers: { 'if-none-match': icon.headers.etag ?? '' },
    })
    expect(again.status).toBe(304)
  })

  test.each([
    ['/worker.js', 'application/javascript'],
    ['/manifest.webmanifest', 'application/manifest+json'],
  ])('%s is told as %s, and asked for again each time', async (path, type) => {
    const { status, headers } = await call(bff.address, path)
    expect(status).toBe(200)
    expect(headers['content-type']).toContain(type)
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-security-policy']).toContain("worker-src 'self';")
  })

  test('carry a policy that allows no inline script, no eval and no other origin', async () => {
    const { headers } = await call(bff.address, '/', html)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("connect-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers['permissions-policy']).toContain('camera=()')
  })

  test('the API’s pages get style attributes besides, and nothing of the platform’s own policy', async () => {
    const policy = String((await call(bff.address, '/docs')).headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("style-src-attr 'unsafe-inline'")
    expect(policy.match(/unsafe/g)).toHaveLength(1)
    const rest = String((await call(bff.address, '/api/a')).headers['content-security-policy'])
    const inbox = await call(bff.address, '/dev/inbox')
    expect(inbox.headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'")
    expect(rest).toBe("default-src 'none';frame-ancestors 'none';sandbox")
    const payment = await call(bff.address, '/sandbox/checkout/x')
    expect(payment.headers['content-security-policy']).toBe(
      "default-src 'none';style-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none'",
    )
  })

  test('are told what they must know of the settings, without an envelope', async () => {
    const plain = await call(bff.address, '/config.json')
    expect(plain.status).toBe(200)
    expect(plain.headers['cache-control']).toBe('no-cache')
    expect(plain.headers['content-type']).toContain('application/json')
    expect(publicConfigSchema.parse(JSON.parse(plain.body))).toEqual({
      defaultInvitationCode: '88888888',
      noticeLanguage: 'player',
      requestLanguage: 'zh-CN',
    })
    const other = await start({
      DEFAULT_INVITATION_CODE: '12345678',
      NOTICE_LANGUAGE: 'documented',
      REQUEST_LANGUAGE: 'en-US',
    })
    expect(publicConfigSchema.parse(JSON.parse((await call(other.address, '/config.json')).body))).toEqual({
      defaultInvitationCode: '12345678',
      noticeLanguage: 'documented',
      requestLanguage: 'en-US',
    })
    expect(() => readBffSettings({ REQUEST_LANGUAGE: 'zh, en' })).toThrow(
      /^REQUEST_LANGUAGE must be a language/,
    )
  })

  test('without a built client there is nothing to show, and REST goes on', async () => {
    const bare = await start({ CLIENT_DIR: join(clientDir, 'none') })
    expect((await call(bare.address, '/', html)).status).toBe(404)
    expect((await call(bare.address, '/api/a')).status).toBe(200)
  })
})

describe('operations', () => {
  test('lives, is ready while the platform is, and not while it drains', async () => {
    const one = await start({ DRAIN_MS: '0' })
    const status = async (path: string) => (await call(one.address, path)).status
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200])
    platformReady = false
    const answer = await call(one.address, '/readyz')
    expect(answer.status).toBe(503)
    expect(JSON.parse(answer.body).code).toBe(1503)
    platformReady = true
    expect(await status('/readyz')).toBe(200)
    await one.drain()
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503])
  })

  test('metrics are for this machine, or for whoever has the token', async () => {
    const { status, body } = await call(bff.address, '/metrics')
    expect(status).toBe(200)
    expect(body).toContain('minefall_live_sockets 0')
    expect(body).toMatch(/minefall_http_requests_total\{status="200"\} [1-9]/)
    const forwarded = await call(bff.address, '/metrics', { headers: { 'x-forwarded-for': '9.9.9.9' } })
    expect(forwarded.status).toBe(403)
    const guarded = await start({ METRICS_TOKEN: 'let-me-in' })
    expect((await call(guarded.address, '/metrics')).status).toBe(403)
    const headers = { authorization: 'Bearer let-me-in' }
    expect((await call(guarded.address, '/metrics', { headers })).status).toBe(200)
  })

  test('a taken port is one clear sentence', async () => {
    const failure = await start({ PORT: new URL(bff.address).port }).catch((error: unknown) => error)
    expect(isStartupError(failure)).toBe(true)
    expect(String(failure)).toContain(`Port ${new URL(bff.address).port} is taken`)
  })

  test('a wrong setting is named', () => {
    expect(() => readBffSettings({ PORT: 'eighty' })).toThrow(/^PORT must be a whole number/)
    expect(readBffSettings({}).PORT).toBe(8080)
  })
})
