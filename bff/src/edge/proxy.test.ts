import { anonymousBytesMax, eventsBytesMax } from '@minefall/shared/analytics'
import { describe, expect, test } from 'vitest'
import { call, edgeForTests, html } from './testing.ts'

const edge = edgeForTests()

describe('REST', () => {
  test('is passed on unchanged, with the edge’s own key and request id in place of any the client sent', async () => {
    edge.heard = []
    const answer = await call(edge.address(), '/api/game/detail?gameId=mines%2Dduel&x=1', {
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
    expect(edge.heard).toHaveLength(1)
    const [got] = edge.heard
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
      edge.heard = []
      const { status } = await call(edge.address(), path)
      expect([400, 404]).toContain(status)
      expect(edge.heard).toEqual([])
    },
  )

  test.each(['/api/./analytics/receiveEvents', '/api/%2E/desk/me', '/api/.\\analytics/receiveEvents'])(
    'does not get around the limits of what it leads to: %s',
    async (path) => {
      edge.heard = []
      expect((await call(edge.address(), path)).status).toBe(404)
      expect(edge.heard).toEqual([])
    },
  )

  test('a platform that is down is 503 with 1503, one that is late 504 with 1504', async () => {
    const down = await edge.start({ UPSTREAM_URL: 'http://127.0.0.1:9' })
    const answer = await call(down.address, '/api/game/list')
    expect(answer.status).toBe(503)
    expect(JSON.parse(answer.body)).toMatchObject({ code: 1503, data: null })
    const hasty = await edge.start({ REST_TIMEOUT_MS: '100' })
    const late = await call(hasty.address, '/api/slow')
    expect(late.status).toBe(504)
    expect(JSON.parse(late.body)).toMatchObject({ code: 1504 })
  })

  test('a body that is too large, or of unknown length, is refused before it is passed on', async () => {
    edge.heard = []
    const strict = await edge.start({ REST_BODY_BYTES: '1024' })
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
    expect(edge.heard).toEqual([])
  })

  test('a picture may be larger than other requests, up to the documented size', async () => {
    edge.heard = []
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const body = '1'.repeat(5 * 1024 * 1024)
    const upload = { method: 'POST', headers, body }
    const order = '/api/wallet/orders/0190c0de-0000-7000-8000-000000000001'
    const conversation = '/api/desk/conversations/0190c0de-0000-7000-8000-000000000001'
    const taken = ['/api/user/upload', `${order}/proof`, '/api/support/picture', `${conversation}/picture`]
    for (const path of taken) {
      edge.heard = []
      expect((await call(edge.address(), path, upload)).status).toBe(200)
      expect(edge.heard.map((one) => one.body.length)).toEqual([body.length])
      const more = await call(edge.address(), path, { ...upload, body: body.repeat(2) })
      expect([more.status, JSON.parse(more.body).code]).toEqual([413, 1122])
    }
    for (const path of [
      '/api/user/uploads',
      `${order}/paid`,
      `${order}/x/proof`,
      `${order}/proof/x`,
      `${conversation}/reply`,
    ])
      expect((await call(edge.address(), path, upload)).status).toBe(413)
  })

  test('what a form of a page of ours sends is passed on as it is', async () => {
    edge.heard = []
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await call(edge.address(), '/sandbox/checkout/x', { method: 'POST', headers, body: 'choice=pay' })
    expect(edge.heard).toMatchObject([{ url: '/sandbox/checkout/x', body: 'choice=pay', headers }])
  })

  test('what is for development is passed on for this machine alone, and says so to the platform', async () => {
    edge.heard = []
    const paths = ['/dev/inbox', '/docs', '/docs/json', '/sandbox/checkout/x']
    const strangers = [
      { 'x-forwarded-for': '9.9.9.9' },
      { via: '1.1 proxy' },
      { 'x-forwarded-host': 'localhost' },
    ]
    for (const path of paths) {
      for (const headers of strangers) {
        const { status, body } = await call(edge.address(), path, {
          headers: { ...headers, ...html.headers },
        })
        expect([path, status, JSON.parse(body)]).toEqual([
          path,
          404,
          { code: 1404, msg: 'there is nothing here', data: null },
        ])
      }
      expect((await call(edge.address(), path)).status).toBe(200)
    }
    await call(edge.address(), '/api/a')
    await call(edge.address(), '/api/a', {
      headers: { 'x-minefall-this-machine': '1', 'x-forwarded-for': '9.9.9.9' },
    })
    expect(edge.heard.map(({ url }) => url)).toEqual([...paths, '/api/a', '/api/a'])
    const said = edge.heard.map(({ headers }) => headers['x-minefall-this-machine'])
    expect(said).toEqual(['1', '1', '1', '1', '1', undefined])
  })

  test('in production the platform decides on /docs, and the rest is there for this machine', async () => {
    const production = await edge.start({ NODE_ENV: 'production', PUBLIC_URL: 'https://play.example' })
    const headers = { host: 'play.example', 'x-forwarded-proto': 'https' }
    const asked = async (path: string) => (await call(production.address, path, { headers })).status
    expect([await asked('/docs'), await asked('/dev/inbox'), await asked('/sandbox/x')]).toEqual([
      200, 404, 404,
    ])
  })

  test('a request that names another host is 421, but for those who run the server', async () => {
    edge.heard = []
    const headers = { host: 'evil.example' }
    for (const path of ['/', '/api/a', '/dev/inbox', '/docs', '/nothing', '/config.json']) {
      const { status, body } = await call(edge.address(), path, { headers })
      expect([path, status, JSON.parse(body).code]).toEqual([path, 421, 1403])
    }
    expect(edge.heard).toEqual([])
    for (const path of ['/healthz', '/readyz'])
      expect((await call(edge.address(), path, { headers })).status).toBe(200)
  })

  test('too many calls are 429 with 1429 and the seconds to wait; pages are not counted', async () => {
    const strict = await edge.start({ REST_PER_MINUTE: '2' })
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

  test('what pages tell of their use has its own limit, and takes nothing of the other', async () => {
    const strict = await edge.start({ REST_PER_MINUTE: '1', ANALYTICS_PER_MINUTE: '2' })
    edge.heard = []
    const tell = () =>
      call(strict.address, '/api/analytics/receiveEvents', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"events":[]}',
      })
    expect([(await tell()).status, (await tell()).status, (await tell()).status]).toEqual([200, 200, 429])
    expect(edge.heard).toMatchObject(
      Array(2).fill({ url: '/api/analytics/receiveEvents', body: '{"events":[]}' }),
    )
    expect((await call(strict.address, '/api/a')).status).toBe(200)
    expect((await call(strict.address, '/api/a')).status).toBe(429)
  })

  test('what pages tell of their use is bounded in size', async () => {
    edge.heard = []
    const tell = (length: number, session: Record<string, string> = {}) =>
      call(edge.address(), '/api/analytics/receiveEvents', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...session },
        body: 'x'.repeat(length),
      })
    for (const [most, session] of [
      [anonymousBytesMax, {}],
      [eventsBytesMax, { authorization: 'Bearer mine' }],
    ] as const) {
      expect((await tell(most, session)).status).toBe(200)
      const answer = await tell(most + 1, session)
      expect([answer.status, JSON.parse(answer.body).code]).toEqual([413, 1001])
    }
    expect(edge.heard).toHaveLength(2)
  })

  test('behind a trusted proxy callers are distinguished', async () => {
    const behind = await edge.start({ REST_PER_MINUTE: '1', TRUSTED_PROXIES: '1' })
    const from = (address: string) =>
      call(behind.address, '/api/a', { headers: { 'x-forwarded-for': `1.1.1.1, ${address}` } })
    expect((await from('9.9.9.9')).status).toBe(200)
    expect((await from('9.9.9.8')).status).toBe(200)
    expect((await from('9.9.9.9')).status).toBe(429)
    expect(edge.heard.at(-1)?.headers['x-forwarded-for']).toBe('9.9.9.8')
  })
})
