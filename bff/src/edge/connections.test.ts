import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, Socket } from 'node:net'
import { join } from 'node:path'
import { manualClock } from '@minefall/shared/testing'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { readBffSettings } from '../config.ts'
import { watchConnections } from './connections.ts'
import { call, edgeForTests, html } from './testing.ts'

const edge = edgeForTests()

const opened = async (address: string): Promise<Socket> => {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  await once(socket, 'connect')
  // What a test is cut off from may end with a reset.
  socket.on('error', () => undefined)
  return socket
}
const isOver = (socket: Socket) => expect.poll(() => socket.closed).toBe(true)
/** All that comes over a connection, as it comes. */
const heardBy = (socket: Socket) => {
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  return () => text
}
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

/** How many connections an edge ended for a reason. */
const ended = async (address: string, reason: string): Promise<number> => {
  const { body } = await call(address, '/metrics')
  return Number(
    new RegExp(`^minefall_connections_ended_total{reason="${reason}"} (\\d+)`, 'm').exec(body)?.[1] ?? 0,
  )
}

test('refused and ended connections are counted from 0, so that the first one shows as an increase', async () => {
  const registry = new Registry()
  const settings = readBffSettings({})
  const connections = watchConnections({ settings, clock: manualClock(), registry })
  connections.server(() => {}, {})
  const reasonsOf = async (name: string) =>
    (await registry.getSingleMetric(name)?.get())?.values.map(({ value, labels }) => [labels.reason, value])
  expect(await reasonsOf('minefall_connections_refused_total')).toEqual([
    ['full', 0],
    ['address-full', 0],
  ])
  expect(await reasonsOf('minefall_connections_ended_total')).toEqual([
    ['pipelined', 0],
    ['unread', 0],
    ['memory', 0],
  ])
  connections.close()
})

test('what comes behind a request that is not answered waits, and is not passed on', async () => {
  edge.heard = []
  const socket = await opened(edge.address())
  socket.write(get('/api/slow') + get('/api/a') + get('/api/b'))
  await expect.poll(() => edge.heard.map(({ url }) => url)).toEqual(['/api/slow'])
  // Another connection has its turn in the meantime, as often as it likes.
  await call(edge.address(), '/api/c')
  expect(edge.heard.map(({ url }) => url)).toEqual(['/api/slow', '/api/c'])
  socket.write(get('/api/d'))
  await isOver(socket)
  await call(edge.address(), '/api/e')
  expect(edge.heard.map(({ url }) => url)).toEqual(['/api/slow', '/api/c', '/api/e'])
  expect(await ended(edge.address(), 'pipelined')).toBe(1)
})

test.each([
  ['without a host', 'GET / HTTP/1.1\r\n\r\n'],
  ['with an expectation that is not known', 'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\n\r\n'],
])('requests %s, which need no answer of ours, wait like others and are refused', async (_name, request) => {
  const [one, many] = [await opened(edge.address()), await opened(edge.address())]
  const heard = heardBy(one)
  one.write(request)
  await expect.poll(heard).toMatch(/^HTTP\/1.1 4\d\d /)
  one.destroy()
  many.write(get('/api/slow') + request.repeat(10))
  await isOver(many)
  expect(many.bytesRead).toBe(0)
})

test('one after another are answered as ever over a connection that stays, with a body that waits to be asked for too', async () => {
  edge.heard = []
  const socket = await opened(edge.address())
  const heard = heardBy(socket)
  const head = 'POST /api/a HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n'
  for (const n of [1, 2, 3]) {
    socket.write(`${head}Expect: 100-continue\r\n\r\n`)
    await expect.poll(() => heard().split('HTTP/1.1 100 Continue').length - 1).toBe(n)
    socket.write('hi')
    await expect.poll(() => heard().split('HTTP/1.1 200 OK').length - 1).toBe(n)
  }
  expect(edge.heard.map(({ body }) => body)).toEqual(['hi', 'hi', 'hi'])
  socket.destroy()
})

test('an answer of which nothing is taken ends its connection, one that is taken bit by bit does not', async () => {
  const clock = manualClock()
  const patient = await edge.start({ ANSWER_UNREAD_MS: '4000' }, clock)
  writeFileSync(join(edge.clientDir, 'assets/large-0123.bin'), Buffer.alloc(24 * 1024 * 1024))
  const [reader, silent] = [await opened(patient.address), await opened(patient.address)]
  for (const socket of [reader, silent]) {
    socket.pause()
    socket.write(get('/assets/large-0123.bin'))
    await once(socket, 'readable')
  }
  /** Reads so much that the other end gets on. */
  const readSome = async () => {
    for (let bytes = 0; bytes < 6 * 1024 * 1024; ) {
      const part: Buffer | null = reader.read()
      if (part) bytes += part.length
      else await once(reader, 'readable')
    }
  }
  for (const n of [1, 2, 3]) {
    await clock.advance(1_000)
    expect([n, await ended(patient.address, 'unread')]).toEqual([n, 0])
    await readSome()
  }
  await expect
    .poll(async () => {
      await clock.advance(1_000)
      return ended(patient.address, 'unread')
    })
    .toBe(1)
  reader.resume()
  silent.destroy()
  reader.destroy()
})

test('pages and files have their own rate, told in the documented envelope', async () => {
  const strict = await edge.start({ STATIC_PER_MINUTE: '4', REST_PER_MINUTE: '1' })
  const paths = ['/icon.svg', '/lobby', '/config.json', '/missing.png'] as const
  for (const path of paths) expect((await call(strict.address, path, html)).status).not.toBe(429)
  for (const path of paths) {
    const answer = await call(strict.address, path, html)
    expect([path, answer.status, JSON.parse(answer.body).code]).toEqual([path, 429, 1429])
    expect(JSON.parse(answer.body).data.seconds).toBe(Number(answer.headers['retry-after']))
  }
  expect((await call(strict.address, '/api/a')).status).toBe(200)
  expect((await call(strict.address, '/healthz')).status).toBe(200)
})

test('a line with many IPv6 networks has two fifths of all connections at most, and leaves the others to the rest', () => {
  const settings = readBffSettings({ CONNECTIONS: '50', CONNECTIONS_PER_ADDRESS: '5' })
  const watched = watchConnections({ settings, clock: manualClock(), registry: new Registry() })
  const server = watched.server(() => {}, {})
  const from = (remoteAddress: string): Socket => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress })
    server.emit('connection', socket)
    return socket
  }
  const isIn = (socket: Socket) => !socket.destroyed
  // Ten networks of one /48, five connections each.
  const all = Array.from({ length: 50 }, (_, nth) => from(`2001:db8:1:${nth % 10}::${nth + 1}`))
  expect(all.filter(isIn)).toHaveLength(20)
  expect(isIn(from('2001:db8:2::1'))).toBe(true)
  expect(isIn(from('198.51.100.1'))).toBe(true)
  for (let nth = 0; nth < 4; nth++) from('2001:db8:2::1')
  expect(isIn(from('2001:db8:2::2'))).toBe(false)
  all[0]?.emit('close', false)
  expect(isIn(from('2001:db8:1:77::1'))).toBe(true)
  expect(isIn(from('2001:db8:1:78::1'))).toBe(false)
  watched.close()
})
