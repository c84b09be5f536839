import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { createLogger, inProcessBus, silentLogger } from '@minefall/shared/node'
import { type ManualClock, manualClock } from '@minefall/shared/testing'
import { freePort } from '@minefall/shared/testing-ports'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type BffSettings, readBffSettings } from '../config.ts'
import { type Bff, startBff } from '../index.ts'
import { call } from './testing.ts'

type Answering = (asked: IncomingMessage, answer: ServerResponse) => void

/** A platform that a test kills, holds up, or has answer as it likes. */
type Platform = {
  url: string
  port: number
  heard: string[]
  /** How often it was asked whether it is ready. */
  probed: number
  /** What it says to `/readyz`; null is nothing at all. */
  readyz: number | null
  answering: Answering
  kill(): Promise<void>
}

const ok: Answering = (_asked, answer) => answer.end('{"code":200,"msg":"ok","data":null}')
const reset: Answering = (asked) => asked.socket.resetAndDestroy()
const nothing: Answering = () => {}

const kill = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

const startPlatform = async (port: number): Promise<Platform> => {
  const server = createServer((asked, answer) => {
    if (asked.url === '/readyz') {
      platform.probed++
      if (platform.readyz === null) return
      answer.statusCode = platform.readyz
      answer.end()
      return
    }
    let body = ''
    asked.on('data', (chunk) => {
      body += chunk
    })
    asked.on('end', () => {
      platform.heard.push(`${asked.method} ${asked.url} ${body}`)
      platform.answering(asked, answer)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const platform: Platform = {
    url: `http://127.0.0.1:${port}`,
    port,
    heard: [],
    probed: 0,
    readyz: 200,
    answering: ok,
    kill: () => kill(server),
  }
  platforms.push(platform)
  return platform
}

let platforms: Platform[]
let first: Platform
let second: Platform
let clock: ManualClock
let bff: Bff
let lines: Record<string, unknown>[]
const bus = inProcessBus({ log: silentLogger() })

/** One more edge before the same platforms, with its own settings. */
const start = (env: Partial<Record<keyof BffSettings, string>> = {}) =>
  startBff({
    settings: readBffSettings({
      PORT: '0',
      HOST: '127.0.0.1',
      UPSTREAM_URL: `${first.url}, ${second.url}/`,
      EDGE_KEY: 'the-edge-key',
      // What waits here is ended by the test, however slow the machine is.
      REST_TIMEOUT_MS: '120000',
      REST_PER_MINUTE: '10000',
      STRANGERS_PER_SECOND: '1000000',
      CALLS_AT_ONCE_PER_ADDRESS: '1000',
      ...env,
    }),
    bus,
    clock,
    log: createLogger({
      level: 'info',
      format: 'json',
      to: { write: (line) => void lines.push(JSON.parse(line)) },
    }),
  })

beforeEach(async () => {
  platforms = []
  lines = []
  clock = manualClock()
  first = await startPlatform(await freePort())
  second = await startPlatform(await freePort())
  bff = await start()
  await standing({ first: 1, second: 1 })
})
afterEach(async () => {
  await bff.close()
  for (const platform of platforms) await platform.kill()
})

const metrics = async () => (await call(bff.address, '/metrics')).body.split('\n')

/** Waits until the edge has found out how the platforms stand. */
const standing = async (expected: { first: 0 | 1; second: 0 | 1 }) => {
  const found = async () => {
    await clock.advance(500)
    const told = (await metrics()).filter((line) => line.startsWith('minefall_upstream_ready{'))
    const of = ({ url }: Platform) => told.find((line) => line.includes(url))?.slice(-1)
    return { first: Number(of(first)), second: Number(of(second)) }
  }
  await expect.poll(found).toEqual(expected)
}
const outcomes = async ({ url }: Platform) =>
  Object.fromEntries(
    (await metrics()).flatMap((line) => {
      const [, outcome, count] =
        new RegExp(`^minefall_upstream_calls_total{upstream="${url}",outcome="(\\w+)"} (\\d+)`).exec(line) ??
        []
      return outcome === undefined ? [] : [[outcome, Number(count)]]
    }),
  )
const get = (path = '/api/game/list') => call(bff.address, path)
const post = (body: string) =>
  call(bff.address, '/api/wallet/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
const heard = () => [...first.heard, ...second.heard]

describe('several platforms', () => {
  test('share the calls', async () => {
    for (let n = 0; n < 6; n++) expect((await get()).status).toBe(200)
    expect([first.heard.length, second.heard.length]).toEqual([3, 3])
    expect(await outcomes(first)).toEqual({ answered: 3 })
  })

  test('are not kept at a call whose caller has left, and what waited behind it never reaches them', async () => {
    const own = { CALLS_AT_ONCE_PER_ADDRESS: '2' }
    const narrow = await start(own)
    const asked: IncomingMessage[] = []
    const left: IncomingMessage[] = []
    for (const platform of platforms)
      platform.answering = (one, answer) => {
        asked.push(one)
        answer.once('close', () => left.push(one))
      }
    const over = new Set<string | undefined>()
    const watch = (message: unknown) => {
      const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
      response.once('close', () => over.add(request.url))
    }
    subscribe('http.server.request.start', watch)
    const calls = Array.from({ length: 7 }, (_, n) => {
      const leaving = new AbortController()
      const path = n === 6 ? '/api/x' : `/api/game/list?${n}`
      const sending = n === 6 ? { method: 'POST', body: '{}' } : {}
      const answer = fetch(narrow.address + path, { ...sending, signal: leaving.signal })
      return { path, leave: () => leaving.abort(), end: answer.catch(() => 'left') }
    })
    await expect.poll(() => asked).toHaveLength(2)
    const served = calls.filter(({ path }) => asked.some(({ url }) => url === path))
    const waiting = calls.filter((one) => !served.includes(one))
    // Those that wait leave first: one that leaves in the moment its turn comes may still be passed on.
    for (const { leave } of waiting) leave()
    await expect.poll(() => waiting.every(({ path }) => over.has(path))).toBe(true)
    for (const { leave } of served) leave()
    expect(await Promise.all(calls.map(({ end }) => end))).toEqual(Array(7).fill('left'))
    unsubscribe('http.server.request.start', watch)
    await expect.poll(() => left).toHaveLength(2)
    for (const platform of platforms) platform.answering = ok
    expect((await call(narrow.address, '/api/game/list')).status).toBe(200)
    expect(heard()).toHaveLength(3)
    await narrow.close()
  })

  test('get a change whole whose caller leaves after sending it, and once', async () => {
    const asked = new Promise<ServerResponse>((resolve) => {
      for (const platform of platforms) platform.answering = (_one, answer) => resolve(answer)
    })
    const leaving = new AbortController()
    const sent = fetch(`${bff.address}/api/wallet/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"order":1}',
      signal: leaving.signal,
    }).catch(() => 'left')
    const answer = await asked
    leaving.abort()
    expect(await sent).toBe('left')
    await once(answer, 'close')
    for (const platform of platforms) platform.answering = ok
    expect((await get()).status).toBe(200)
    expect(heard()).toEqual(['POST /api/wallet/orders {"order":1}', 'GET /api/game/list '])
    expect(Object.assign({}, await outcomes(first), await outcomes(second))).toEqual({ answered: 1, left: 1 })
  })

  test('answer addresses in turn, and one with too many calls at a time hears so', async () => {
    const narrow = await start({ CALLS_AT_ONCE_PER_ADDRESS: '1', TRUSTED_PROXIES: '1' })
    const answers: ServerResponse[] = []
    for (const platform of platforms) platform.answering = (_asked, answer) => answers.push(answer)
    const from = (address: string) =>
      call(narrow.address, `/api/${address}`, { headers: { 'x-forwarded-for': address } })
    const crowd = Array.from({ length: 1 + 512 + 1 }, (_, n) => from(`2001:db8::${n + 1}`))
    // All others are asked, or wait.
    const refused = await Promise.race(crowd)
    expect([refused.status, JSON.parse(refused.body)]).toMatchObject([
      429,
      { code: 1429, data: { seconds: 1 } },
    ])
    expect(refused.headers['retry-after']).toBe('1')
    expect(answers).toHaveLength(1)
    const other = from('203.0.113.9')
    await expect.poll(() => answers).toHaveLength(2)
    for (const platform of platforms) platform.answering = ok
    for (const answer of answers) answer.end('{}')
    expect((await other).status).toBe(200)
    expect((await Promise.all(crowd)).filter(({ status }) => status === 200)).toHaveLength(1 + 512)
    await narrow.close()
  })

  test('are not held by those who send slowly or do not read', async () => {
    const narrow = await start({ ANSWER_UNREAD_MS: '600000', CALLS_AT_ONCE_PER_ADDRESS: '1' })
    const large = 'x'.repeat(7 * 1024 * 1024)
    for (const platform of platforms) platform.answering = (_asked, answer) => answer.end(large)
    const silent = connect(Number(new URL(narrow.address).port), '127.0.0.1')
    silent.pause()
    silent.write('GET /api/large HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await expect.poll(heard).toEqual(['GET /api/large '])
    const slow = connect(Number(new URL(narrow.address).port), '127.0.0.1')
    slow.write(
      'POST /api/slow HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nab',
    )
    for (const platform of platforms) platform.answering = ok
    // There is one place for this address: it is free.
    expect((await call(narrow.address, '/api/game/list')).status).toBe(200)
    slow.write('cd')
    await once(slow, 'data')
    expect(heard().sort()).toEqual(['GET /api/game/list ', 'GET /api/large ', 'POST /api/slow abcd'])
    for (const socket of [silent, slow]) socket.destroy()
    await narrow.close()
  })

  test('have their answers kept in bounded memory: the caller who reads nothing for longest gives way', async () => {
    const narrow = await start({ ANSWER_UNREAD_MS: '600000' })
    const large = Buffer.alloc(7 * 1024 * 1024)
    for (const platform of platforms) platform.answering = (_asked, answer) => answer.end(large)
    const silent: Socket[] = []
    const ended = async () => {
      const { body } = await call(narrow.address, '/metrics')
      return /^minefall_connections_ended_total{reason="memory"} (\d+)$/m.exec(body)?.[1] ?? '0'
    }
    const ask = async () => {
      const socket = connect(Number(new URL(narrow.address).port), '127.0.0.1')
      // The one that gives way may end with a reset.
      silent.push(socket.on('error', () => undefined))
      socket.write('GET /api/large HTTP/1.1\r\nHost: localhost\r\n\r\n')
      // Its answer is whole at the edge when the first of it comes.
      await once(socket, 'readable')
    }
    for (let n = 0; n < 9; n++) await ask()
    expect(await ended()).toBe('0')
    await ask()
    expect(await ended()).toBe('1')
    const [first, second] = silent as [Socket, Socket]
    first.resume()
    await expect.poll(() => first.closed).toBe(true)
    expect(first.bytesRead).toBeLessThan(large.length)
    for await (const _ of second) if (second.bytesRead > large.length) break
    expect(second.bytesRead).toBeGreaterThan(large.length)
    for (const socket of silent) socket.destroy()
    await narrow.close()
  })

  test('that are not ready are not asked, as long as another is', async () => {
    first.readyz = 503
    await standing({ first: 0, second: 1 })
    for (let n = 0; n < 4; n++) await get()
    expect([first.heard.length, second.heard.length]).toEqual([0, 4])
    second.readyz = 503
    await standing({ first: 0, second: 0 })
    expect((await get()).status).toBe(200)
  })

  test('stand in for one that was killed, at once and with all of what was to be sent to it', async () => {
    await first.kill()
    const body = JSON.stringify('x'.repeat(500_000))
    const sent = `POST /api/wallet/orders ${body}`
    const answers = [await post(body), await post(body), await get()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(second.heard).toEqual([sent, sent, 'GET /api/game/list '])
    expect(await outcomes(first)).toEqual({ unreachable: 1 })
    expect(await outcomes(second)).toEqual({ answered: 3 })
  })

  test('are asked again when they have come back', async () => {
    await first.kill()
    await standing({ first: 0, second: 1 })
    first = await startPlatform(first.port)
    await standing({ first: 1, second: 1 })
    for (let n = 0; n < 4; n++) await get()
    expect([first.heard.length, second.heard.length]).toEqual([2, 2])
  })

  test('answer what only reads when the first answer was lost, and never get a change twice', async () => {
    first.answering = reset
    second.answering = reset
    expect((await post('{}')).status).toBe(503)
    expect(heard()).toEqual(['POST /api/wallet/orders {}'])
    expect((await get()).status).toBe(503)
    expect(heard()).toHaveLength(3)
    second.answering = ok
    expect((await get()).status).toBe(200)
    expect((await get()).status).toBe(200)
  })

  test('whose answer breaks off leave nothing of it to the refusal, which is not kept', async () => {
    for (const platform of platforms)
      platform.answering = (_asked, answer) => {
        answer.writeHead(200, {
          'cache-control': 'private, max-age=31536000, immutable',
          'content-disposition': 'inline',
          'content-length': '1000',
          'content-type': 'image/jpeg',
          etag: '"of-the-picture"',
          'x-content-type-options': 'nosniff',
        })
        answer.write('half', () => answer.destroy())
      }
    const { status, headers, body } = await get()
    expect([status, JSON.parse(body).code]).toEqual([503, 1503])
    expect(headers).not.toHaveProperty('etag')
    expect(headers).not.toHaveProperty('content-disposition')
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-length': String(body.length),
      'content-security-policy': expect.stringContaining('default-src'),
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    })
  })

  test('answer what only reads in place of one that hangs; a change waits for the one it was sent to', async () => {
    for (const platform of platforms) platform.answering = nothing
    const reading = get()
    const changing = post('{}')
    await expect.poll(heard).toHaveLength(2)
    const stuck = first.heard.some((one) => one.startsWith('GET')) ? first : second
    const other = stuck === first ? second : first
    other.answering = ok
    stuck.readyz = null
    await standing(stuck === first ? { first: 0, second: 1 } : { first: 1, second: 0 })
    expect((await reading).status).toBe(200)
    expect(heard()).toHaveLength(3)
    await other.kill()
    expect((await changing).status).toBe(503)
    expect(heard()).toHaveLength(3)
    expect(await outcomes(stuck)).toEqual({ gone: 1 })
    expect(await outcomes(other)).toEqual({ answered: 1, reset: 1 })
  })

  test('answer what waits for one that hangs also when they are ready only later', async () => {
    second.readyz = 503
    await standing({ first: 1, second: 0 })
    first.answering = nothing
    const reading = get()
    await expect.poll(heard).toHaveLength(1)
    first.readyz = null
    await standing({ first: 0, second: 0 })
    second.readyz = 200
    await standing({ first: 0, second: 1 })
    expect((await reading).status).toBe(200)
    expect(await outcomes(first)).toEqual({ gone: 1 })
  })

  test('are asked whether they are ready, and found so, however many calls wait for them', async () => {
    second.readyz = 503
    await standing({ first: 1, second: 0 })
    first.answering = nothing
    const atOnce = 64
    const waiting = Array.from({ length: atOnce + 10 }, () => post('{}'))
    await expect.poll(() => first.heard.length).toBe(atOnce)
    const { probed } = first
    const again = async () => {
      await clock.advance(500)
      return first.probed - probed
    }
    await expect.poll(again).toBeGreaterThan(1)
    await standing({ first: 1, second: 0 })
    await first.kill()
    await second.kill()
    expect((await Promise.all(waiting)).every(({ status }) => status === 503)).toBe(true)
  })

  test('that are all gone are one clear refusal, told in the log with the id of the request', async () => {
    for (const platform of platforms) await platform.kill()
    const answer = await post('{}')
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([503, 1503])
    const requestId = answer.headers['x-request-id']
    const told = lines.filter((line) => line.requestId === requestId)
    expect(told).toMatchObject([{ level: 'warn', err: { message: expect.stringContaining('unreachable') } }])
    expect(platforms.map(({ url }) => url)).toContain(Object(told[0]?.err).upstream)
  })

  test('that answer 503 are not asked again', async () => {
    for (const platform of platforms)
      platform.answering = (_asked, answer) => {
        answer.statusCode = 503
        answer.end('{"code":1503,"msg":"no","data":null}')
      }
    const answer = await get()
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([503, 1503])
    expect(heard()).toHaveLength(1)
  })
})

test('a stop answers what was asked before it, and ends each connection with its answer', async () => {
  const held: (() => void)[] = []
  for (const platform of platforms) platform.answering = (asked, answer) => held.push(() => ok(asked, answer))
  const asked = post('{}')
  await expect.poll(() => held).toHaveLength(1)
  const drained = bff.drain()
  const kept = await call(bff.address, '/healthz', { headers: { connection: 'keep-alive' } })
  expect([kept.status, kept.headers.connection]).toEqual([200, 'close'])
  await drained
  const closed = bff.close()
  for (const answer of held) answer()
  const { status, headers } = await asked
  expect([status, headers.connection]).toEqual([200, 'close'])
  await closed
})
