import { connect } from 'node:net'
import { envelopeSchema, ok, refuse } from '@minefall/shared/contracts'
import { createLogger, currentRequestId } from '@minefall/shared/node'
import { type ManualClock, manualClock } from '@minefall/shared/testing'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildHttp } from './app.ts'
import { answerMs, noticeMs } from './drain.ts'
import { edgeKeyHeader, thisMachineHeader } from './keys.ts'
import type { App } from './requests.ts'

const edgeKey = 'e'.repeat(64)
const withKey = { [edgeKeyHeader]: edgeKey }
const seats = z.strictObject({ seats: z.int().min(2) })

const routes = (app: App) => {
  app.post('/api/echo', {
    schema: { body: z.strictObject({ table: seats }), response: { 200: envelopeSchema(seats) } },
    handler: async ({ body }) => ok(body.table),
  })
  app.get('/api/item', {
    schema: {
      querystring: z.object({ gameId: z.string().min(1) }),
      response: { 200: envelopeSchema(seats) },
    },
    handler: async () => refuse(1404, 'no such game'),
  })
  app.post('/api/whose', { schema: { body: z.object({ padding: z.string() }) } }, async () => {
    const before = currentRequestId()
    await new Promise((resolve) => setImmediate(resolve))
    return ok([before, currentRequestId()])
  })
  app.get('/api/kept', async (request, reply) => {
    request.caller = 'player:ann'
    reply.header('cache-control', 'public, max-age=60')
    return ok('kept')
  })
  for (const path of ['/dev/inbox', '/sandbox/page'])
    app.get(path, { schema: { hide: true } }, async () => ok(path))
  app.get('/api/slow', async () => {
    asked()
    await answering
    return ok('answered')
  })
  app.get('/api/boom', async () => {
    throw new Error('a secret cause')
  })
  app.get('/api/wrong-shape', {
    schema: { response: { 200: envelopeSchema(seats) } },
    handler: async (_, reply) => reply.send(JSON.parse('{"code":200,"msg":"ok","data":{"seats":"many"}}')),
  })
}

let app: App
let address: string
let ready: boolean
let lines: Record<string, unknown>[]
let clock: ManualClock
/** Resolves when `/api/slow` was asked; it answers once `answer` is called. */
let isAsked: Promise<void>
let asked: () => void
let answering: Promise<void>
let answer: () => void

beforeEach(async () => {
  ready = true
  lines = []
  clock = manualClock()
  isAsked = new Promise((resolve) => {
    asked = resolve
  })
  answering = new Promise((resolve) => {
    answer = resolve
  })
  let ids = 0
  app = await buildHttp({
    log: createLogger({
      level: 'debug',
      format: 'json',
      to: { write: (line) => void lines.push(JSON.parse(line)) },
    }),
    edgeKeys: [edgeKey],
    metricsToken: 'a-token',
    clock,
    ready: () => ready,
    metrics: new Registry(),
    newId: () => `made-${++ids}`,
    routes,
    bodyLimit: 1_000,
  })
  address = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  answer()
  const closed = app.close()
  // Past what the connections of `fetch` are given to go.
  await clock.advance(noticeMs + answerMs)
  await closed
})

const call = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${address}${path}`, { ...init, headers: { ...withKey, ...init.headers } })
  const body: unknown = await response.json()
  return { status: response.status, headers: response.headers, body }
}
const post = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  call('/api/echo', { method: 'POST', body, headers })

describe('the envelope', () => {
  it('carries a success', async () => {
    const { status, body } = await post('{"table":{"seats":5}}')
    expect([status, body]).toEqual([200, { code: 200, msg: 'ok', data: { seats: 5 } }])
  })

  it('carries a refusal past the schema of the success', async () => {
    expect(await call('/api/item?gameId=x')).toMatchObject({
      status: 200,
      body: { code: 1404, msg: 'no such game', data: null },
    })
  })

  it.each([
    ['a field that is wrong', '{"table":{"seats":1}}', 'table.seats'],
    ['a field that is missing', '{}', 'table'],
    ['a field too many', '{"table":{"seats":2},"x":1}', 'body'],
    ['no object at all', '[]', 'body'],
  ])('names %s with 1001', async (_, json, field) => {
    const { status, body } = await post(json)
    expect(status).toBe(200)
    expect(body).toMatchObject({ code: 1001, data: { field } })
  })

  it('names a field of the query', async () => {
    expect((await call('/api/item')).body).toMatchObject({ code: 1001, data: { field: 'gameId' } })
  })

  it.each([
    ['broken JSON', '{"table":'],
    ['no body', ''],
    ['prototype poisoning', '{"__proto__":{"seats":2}}'],
  ])('answers %s with 1001', async (_, json) => {
    expect((await post(json)).body).toMatchObject({ code: 1001, data: { field: 'request' } })
  })

  it('answers a body that is too large with 413, and one of another type with 415', async () => {
    expect(await post(JSON.stringify({ x: 'x'.repeat(2_000) }))).toMatchObject({
      status: 413,
      body: { code: 1001 },
    })
    expect(await post('x', { 'content-type': 'application/x-odd' })).toMatchObject({
      status: 415,
      body: { code: 1001 },
    })
  })

  it('answers what is not there, and an address that can’t be read', async () => {
    expect(await call('/api/nothing')).toMatchObject({ status: 404, body: { code: 1404, data: null } })
    expect(await call('/api/%zz')).toMatchObject({ status: 200, body: { code: 1001 } })
  })

  it('says nothing of an unexpected error but the request’s id; the log has the cause', async () => {
    const { status, body } = await call('/api/boom', { headers: { 'x-request-id': 'abc-1' } })
    expect([status, body]).toEqual([500, { code: 1500, msg: 'internal error, request abc-1', data: null }])
    const logged = lines.filter(({ level }) => level === 'error')
    expect(logged).toMatchObject([
      { requestId: 'abc-1', route: '/api/boom', err: { message: 'a secret cause' } },
    ])
  })

  it('treats an answer that has not its declared shape as unexpected', async () => {
    expect(await call('/api/wrong-shape')).toMatchObject({ status: 500, body: { code: 1500 } })
  })
})

describe('an answer', () => {
  it('is not cached unless its route says so', async () => {
    for (const path of ['/api/item?gameId=x', '/api/nothing', '/api/boom'])
      expect((await call(path)).headers.get('cache-control')).toBe('private, no-store')
    expect((await call('/api/kept')).headers.get('cache-control')).toBe('public, max-age=60')
  })

  it('is logged with the caller and the refusal', async () => {
    await call('/api/kept')
    await call('/api/nothing')
    expect(lines.filter(({ msg }) => msg === 'request')).toMatchObject([
      { route: '/api/kept', caller: 'player:ann' },
      { route: 'none', status: 404, code: 1404 },
    ])
    expect(lines[0]).not.toHaveProperty('code')
  })
})

describe('the request id', () => {
  it('is the one that a BFF sent, or a made one where it has another shape', async () => {
    const sent = await call('/api/item?gameId=x', { headers: { 'x-request-id': 'from-the-edge' } })
    expect(sent.headers.get('x-request-id')).toBe('from-the-edge')
    const forged = await call('/api/item?gameId=x', { headers: { 'x-request-id': 'a b{"c' } })
    expect(forged.headers.get('x-request-id')).toBe('made-1')
    const ids = lines.filter(({ msg }) => msg === 'request').map(({ requestId }) => requestId)
    expect(ids).toEqual(['from-the-edge', 'made-1'])
  })

  it('is taken over from no one but a BFF', async () => {
    const stranger = await fetch(`${address}/api/item?gameId=x`, { headers: { 'x-request-id': 'mine' } })
    expect([stranger.status, stranger.headers.get('x-request-id')]).toEqual([403, 'made-1'])
    const near = await fetch(`${address}/healthz`, { headers: { 'x-request-id': 'mine' } })
    expect(near.headers.get('x-request-id')).toBe('made-2')
  })

  it('is known to all that a call does, also after its body was read', async () => {
    const ask = (id: string) =>
      call('/api/whose', {
        method: 'POST',
        body: JSON.stringify({ padding: 'x'.repeat(500) }),
        headers: { 'content-type': 'application/json', 'x-request-id': id },
      })
    const answers = await Promise.all(['one', 'two', 'three'].map(ask))
    expect(answers.map(({ body }) => body)).toEqual(
      ['one', 'two', 'three'].map((id) => ({ code: 200, msg: 'ok', data: [id, id] })),
    )
  })
})

describe('the BFF’s key', () => {
  it.each([
    ['none', {}],
    ['another', { [edgeKeyHeader]: 'f'.repeat(64) }],
    ['a part of it', { [edgeKeyHeader]: edgeKey.slice(1) }],
  ])('lets no one in with %s', async (_, headers) => {
    for (const path of ['/api/item?gameId=x', '/api/nothing', '/docs/../api/boom', '/healthzz']) {
      const response = await fetch(`${address}${path}`, { headers })
      expect([path, response.status, await response.json()]).toEqual([
        path,
        403,
        { code: 1403, msg: expect.any(String), data: null },
      ])
    }
  })

  it('is never logged', async () => {
    await call('/api/boom')
    expect(JSON.stringify(lines)).not.toContain(edgeKey)
  })

  it('is asked of other machines for health and docs as well', async () => {
    for (const url of ['/healthz', '/readyz', '/metrics', '/docs', '/docs/json']) {
      const far = await app.inject({ url, remoteAddress: '192.0.2.7' })
      expect([url, far.statusCode]).toEqual([url, 403])
      const near = await app.inject({ url, remoteAddress: '::ffff:127.0.0.1' })
      expect([url, near.statusCode]).toEqual([url, 200])
      const headers = { ...withKey, [thisMachineHeader]: '1' }
      const known = await app.inject({ url, remoteAddress: '192.0.2.7', headers })
      expect([url, known.statusCode]).toEqual([url, 200])
    }
  })

  it('shows the API description and development pages only to the BFF’s own machine', async () => {
    const far = { remoteAddress: '192.0.2.7' }
    for (const url of ['/docs', '/docs/json', '/dev/inbox', '/sandbox/page']) {
      const unknown = await app.inject({ url, ...far, headers: { [thisMachineHeader]: '1' } })
      expect([url, unknown.statusCode]).toEqual([url, 403])
      for (const said of [{}, { [thisMachineHeader]: '0' }, { [thisMachineHeader]: 'true' }]) {
        const hidden = await app.inject({ url, ...far, headers: { ...withKey, ...said } })
        expect([url, hidden.statusCode, hidden.json().code]).toEqual([url, 404, 1404])
      }
      const shown = await app.inject({ url, ...far, headers: { ...withKey, [thisMachineHeader]: '1' } })
      expect([url, shown.statusCode]).toEqual([url, 200])
    }
  })
})

describe('metrics', () => {
  it('are for a scraper on another machine that knows the token, and nothing else is', async () => {
    const far = (url: string, authorization: string) =>
      app.inject({ url, remoteAddress: '192.0.2.7', headers: { authorization } })
    expect((await far('/metrics', 'Bearer a-token')).statusCode).toBe(200)
    expect((await far('/metrics', 'Bearer a-toke')).statusCode).toBe(403)
    expect((await far('/metrics', 'a-token')).statusCode).toBe(403)
    for (const url of ['/readyz', '/docs/json', '/api/item?gameId=x'])
      expect([url, (await far(url, 'Bearer a-token')).statusCode]).toEqual([url, 403])
  })
})

describe('health, metrics and docs', () => {
  it('tell whether work may be sent here', async () => {
    expect(await call('/healthz')).toMatchObject({ status: 200, body: { code: 200 } })
    expect(await call('/readyz')).toMatchObject({ status: 200, body: { code: 200 } })
    ready = false
    expect(await call('/readyz')).toMatchObject({ status: 503, body: { code: 1503 } })
    expect(await call('/healthz')).toMatchObject({ status: 200 })
  })

  it('measure requests by route', async () => {
    await call('/api/item?gameId=private')
    const text = await (await fetch(`${address}/metrics`)).text()
    expect(text).toContain(
      'minefall_platform_http_seconds_count{method="GET",route="/api/item",status="200"} 1',
    )
    expect(text).not.toContain('private')
  })

  it('count faults of ours from none on, so that the first is seen', async () => {
    const faults = async () =>
      /^minefall_platform_http_faults_total (\d+)$/m.exec(
        await (await fetch(`${address}/metrics`)).text(),
      )?.[1]
    expect(await faults()).toBe('0')
    for (const path of ['/api/item?gameId=x', '/api/nothing', '/api/boom']) await call(path)
    expect(await faults()).toBe('1')
  })

  it('describe the routes and only them', async () => {
    const spec = z
      .object({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) })
      .parse(await (await fetch(`${address}/docs/json`)).json())
    expect(spec.openapi).toBe('3.1.0')
    expect(Object.keys(spec.paths).sort()).toEqual([
      '/api/boom',
      '/api/echo',
      '/api/item',
      '/api/kept',
      '/api/slow',
      '/api/whose',
      '/api/wrong-shape',
    ])
    expect(JSON.stringify(spec.paths['/api/echo'])).toContain('"minimum":2')
  })

  it('describe what is refused with its own status', async () => {
    const spec = z
      .object({
        paths: z.record(z.string(), z.record(z.string(), z.object({ responses: z.looseObject({}) }))),
      })
      .parse(await (await fetch(`${address}/docs/json`)).json())
    const operations = Object.values(spec.paths).flatMap((path) => Object.values(path))
    expect(operations).not.toHaveLength(0)
    for (const { responses } of operations)
      expect(Object.keys(responses)).toEqual(
        expect.arrayContaining(['200', '401', '413', '429', '500', '503']),
      )
  })

  it('serve a page of docs that its own strict policy allows', async () => {
    const page = await fetch(`${address}/docs`)
    const html = await page.text()
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=/)
    const parts = [...html.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, path]) => path)
    expect(parts.length).toBeGreaterThan(3)
    for (const part of parts) {
      const response = await fetch(`${address}${part}`)
      await response.arrayBuffer()
      expect([part, response.status]).toEqual([part, 200])
    }
  })
})

/** A connection that is kept open; `ask` answers with the whole of one answer. */
const connection = async (headers: Record<string, string>) => {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.on('error', () => {})
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const ask = (path: string): Promise<string> =>
    new Promise((resolve) => {
      let got = ''
      socket.on('data', (chunk) => {
        got += String(chunk)
        if (got.endsWith('}')) resolve(got)
      })
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${lines.join('')}\r\n`)
    })
  return { socket, ended, ask }
}

describe('closing', () => {
  it('does not wait for idle connections that are no BFF’s', async () => {
    const { ask, ended, socket } = await connection({})
    expect(await ask('/healthz')).toMatch(/^HTTP\/1.1 200 /)
    await app.close()
    await ended
    expect(socket.destroyed).toBe(true)
  })

  it('answers what BFFs send until they have seen that it is not ready, and ends each connection with that', async () => {
    const idle = await connection(withKey)
    const busy = await connection(withKey)
    expect(await idle.ask('/healthz')).not.toMatch(/connection: close/i)
    const slow = busy.ask('/api/slow')
    await isAsked
    const closed = app.close()
    await expect.poll(async () => (await call('/readyz')).status).toBe(503)
    const answered = await idle.ask('/api/item?gameId=x')
    expect(answered).toMatch(/^HTTP\/1.1 200 /)
    expect(answered).toMatch(/connection: close/i)
    await idle.ended
    const late = await connection(withKey)
    expect(await late.ask('/api/item?gameId=x')).toMatch(/^HTTP\/1.1 200 /)
    await clock.advance(noticeMs)
    answer()
    expect(await slow).toMatch(/"answered"/)
    await closed
  })

  it('cuts off what is not answered in time', async () => {
    const { ended, ask } = await connection(withKey)
    void ask('/api/slow')
    await isAsked
    const closed = app.close()
    await expect.poll(() => clock.pending()).toBe(1)
    await clock.advance(noticeMs)
    await expect.poll(() => clock.pending()).toBe(1)
    await clock.advance(answerMs)
    await ended
    await closed
    expect(clock.pending()).toBe(0)
  })
})
