import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { freePort } from '@minefall/shared/testing-ports'
import { findProgram } from '@minefall/shared/testing-programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accepted, certificateIn, gatewayFile, gatewayProcess, handshake } from './gateway.ts'
import type { NodeProcess } from './node-process.ts'

/** What stands for a BFF: answers with its name and the headers it was sent, and takes live connections. */
const standIn = async (name: string) => {
  const port = await freePort()
  let answer: number | 'nothing' = 200
  let server: Server | null = null
  const sockets = new Set<Socket>()
  const start = async () => {
    server = createServer(({ url, headers }, response) => {
      if (answer === 'nothing') return
      if (url === '/readyz') response.writeHead(answer).end()
      else response.end(JSON.stringify({ name, headers }))
    })
    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      socket.on('error', () => undefined)
    })
    server.on('upgrade', (_request, socket) => {
      socket.write(`${accepted}${name}`)
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await start()
  return {
    url: `http://127.0.0.1:${port}`,
    start,
    /** What it says when it is asked whether it may be sent people. */
    answers(said: number | 'nothing') {
      answer = said
    },
    /** Is gone with all its connections. */
    kill() {
      server?.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

type Seen = { name: string; headers: IncomingHttpHeaders }

/** Asks by its own connection; resolves with who answered and what they were sent. */
const ask = async (url: string, headers: Record<string, string> = {}): Promise<Seen> => {
  const asked = request(url, { headers, agent: false }).end()
  const [response] = await once(asked, 'response')
  const said = await text(response)
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${said}`)
  return JSON.parse(said)
}

/** Opens a live connection; `name` is who took it. */
const live = async (url: string): Promise<{ name: string; socket: Socket }> => {
  const asked = request(url, { headers: handshake, agent: false }).end()
  const [, socket, head] = await once(asked, 'upgrade')
  // One that is cut may end with a reset.
  socket.on('error', () => undefined)
  return { name: String(head.length > 0 ? head : (await once(socket, 'data'))[0]), socket }
}

/** Opens live connections, one after the other, until each of the two has one: which of them is next is the gateway's choice. */
const liveAtBoth = async (url: string) => {
  const open: Awaited<ReturnType<typeof live>>[] = []
  do open.push(await live(url))
  while (new Set(open.map(({ name }) => name)).size < 2)
  return open
}

const names = async (url: string, times: number): Promise<Set<string>> =>
  new Set((await Promise.all(Array.from({ length: times }, () => ask(url)))).map(({ name }) => name))

it('is configured without a warning, with certificates and without', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minefall-gateway-'))
  const certificates = await certificateIn(folder)
  const bffs = { BFF_1: '127.0.0.1:1', BFF_2: '127.0.0.1:2', BFF_3: '127.0.0.1:3', BFF_4: '127.0.0.1:4' }
  const v6 = { GATEWAY_ADDRESS_V6: ':::8080', GATEWAY_TLS_ADDRESS_V6: ':::8443' }
  const tls = { GATEWAY_CERTIFICATES: certificates }
  const all = { ...tls, ...v6, GATEWAY_ACME_THUMBPRINT: 'thumb', GATEWAY_TRUSTED_PROXY: '10.0.0.0/8' }
  for (const settings of [{}, tls, all, { GATEWAY_TRUSTED_PROXY: '' }]) {
    const env = { ...process.env, ...bffs, ...settings }
    // Warnings count as errors.
    const checked = () => execFileSync(findProgram('haproxy'), ['-c', '-dW', '-f', gatewayFile], { env })
    expect(checked).not.toThrow()
  }
  await rm(folder, { recursive: true })
})

it('speaks TLS once it has a certificate, sends plain HTTP there, and asks browsers to stay', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minefall-gateway-'))
  const only = await standIn('only')
  const tlsPort = await freePort()
  const metrics = `127.0.0.1:${await freePort()}`
  const certificate = await certificateIn(folder)
  const gateway = await gatewayProcess({
    address: { host: '127.0.0.1', port: await freePort() },
    bffs: [only.url],
    settings: {
      GATEWAY_CERTIFICATES: certificate,
      GATEWAY_TLS_ADDRESS: `127.0.0.1:${tlsPort}`,
      GATEWAY_METRICS_ADDRESS: metrics,
      GATEWAY_ACME_THUMBPRINT: 'thumb-of_1',
    },
    reloads: true,
    log: join(folder, 'log'),
  })
  await gateway.start()
  const plain = await fetch(`${gateway.url}/games?a=1`, { redirect: 'manual' })
  expect(plain.status).toBe(301)
  expect(plain.headers.get('location')).toBe(`https://${new URL(gateway.url).host}/games?a=1`)
  expect(plain.headers.get('strict-transport-security')).toBeNull()

  const asked = secureRequest(`https://127.0.0.1:${tlsPort}/`, { rejectUnauthorized: false, agent: false })
  const [response] = await once(asked.end(), 'response')
  const { headers }: Seen = JSON.parse(await text(response))
  expect(headers['x-forwarded-proto']).toBe('https')
  expect(response.headers['strict-transport-security']).toBe('max-age=31536000')

  const end = new Date(new X509Certificate(await readFile(certificate)).validTo).toISOString()
  expect(await (await fetch(`http://${metrics}/tls/metrics`)).text()).toMatch(
    `\nminefall_certificate_end_date ${end.slice(2, 10).replaceAll('-', '')}\n`,
  )

  // What an ACME client asks for itself is answered without TLS, and nothing else under that name.
  const challenge = (path: string) =>
    fetch(`${gateway.url}/.well-known/acme-challenge/${path}`, { redirect: 'manual' })
  expect(await (await challenge('a-token_9')).text()).toBe('a-token_9.thumb-of_1')
  expect([(await challenge('a%0d')).status, (await challenge('a/b')).status]).toEqual([301, 301])

  const shown = () =>
    new Promise<string>((resolve, reject) => {
      const socket = connectTls({ host: '127.0.0.1', port: tlsPort, rejectUnauthorized: false }, () => {
        resolve(socket.getPeerCertificate().fingerprint256)
        socket.destroy()
      }).on('error', reject)
    })
  const before = await shown()
  await certificateIn(folder)
  process.kill(gateway.pid(), 'SIGUSR2')
  // No one is refused in between: that would throw here.
  await expect.poll(async () => (await shown()) !== before, { interval: 1 }).toBe(true)
  await gateway.stop()
  only.kill()
  await rm(folder, { recursive: true })
})

it('is ready wherever it listens, with TLS and without', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minefall-gateway-'))
  const only = await standIn('only')
  const elsewhere = { host: '127.0.0.2', port: await freePort() }
  const tls = {
    GATEWAY_CERTIFICATES: await certificateIn(folder),
    GATEWAY_TLS_ADDRESS: `127.0.0.2:${await freePort()}`,
  }
  for (const settings of [{}, tls]) {
    const gateway = await gatewayProcess({
      address: elsewhere,
      bffs: [only.url],
      settings,
      log: join(folder, 'log'),
    })
    await gateway.start()
    await gateway.kill()
  }
  only.kill()
  await rm(folder, { recursive: true })
})

it('tells visitors by IPv4 and by IPv6 apart on one port, each by their own address', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minefall-gateway-'))
  const only = await standIn('only')
  const port = await freePort()
  const gateway = await gatewayProcess({
    address: { host: '', port },
    bffs: [only.url],
    settings: { GATEWAY_ADDRESS_V6: `:::${port}` },
    log: join(folder, 'log'),
  })
  await gateway.start()
  const seen = async (host: string) => (await ask(`http://${host}:${port}`)).headers['x-forwarded-for']
  expect([await seen('127.0.0.1'), await seen('[::1]')]).toEqual(['127.0.0.1', '::1'])
  await gateway.kill()
  only.kill()
  await rm(folder, { recursive: true })
})

describe('in front of two BFFs', () => {
  let folder: string
  let one: Awaited<ReturnType<typeof standIn>>
  let two: Awaited<ReturnType<typeof standIn>>
  let gateway: NodeProcess
  let metrics: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'minefall-gateway-'))
    one = await standIn('one')
    two = await standIn('two')
    metrics = `127.0.0.1:${await freePort()}`
    gateway = await gatewayProcess({
      address: { host: '127.0.0.1', port: await freePort() },
      bffs: [one.url, two.url],
      settings: { GATEWAY_METRICS_ADDRESS: metrics },
      log: join(folder, 'log'),
    })
    await gateway.start()
  })
  afterAll(async () => {
    await gateway.kill()
    one.kill()
    two.kill()
    await rm(folder, { recursive: true })
  })

  /** What each has under way, as the gateway counts it. */
  const underWay = async () => {
    const told = await (await fetch(`http://${metrics}/metrics`)).text()
    const counts = told.matchAll(/^haproxy_server_current_sessions\{proxy="bffs",server="[^"]+"\} (\d+)$/gm)
    return [...counts].map(([, count]) => Number(count))
  }

  it('spreads people over both', async () => {
    expect(await names(gateway.url, 20)).toEqual(new Set(['one', 'two']))
    await expect.poll(underWay).toEqual([0, 0])
    const sockets = []
    for (let come = 0; come < 4; come += 1) sockets.push(await live(gateway.url))
    expect(sockets.map(({ name }) => name).sort()).toEqual(['one', 'one', 'two', 'two'])
    for (const { socket } of sockets) socket.destroy()
  })

  it('reports a caller’s true address, whatever headers they send', async () => {
    const { headers } = await ask(gateway.url, {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'elsewhere.example',
      'x-forwarded-proto': 'https',
      'x-real-ip': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
      'x-minefall-edge': 'a key',
      'x-request-id': 'chosen',
    })
    expect(headers['x-forwarded-for']).toBe('127.0.0.1')
    expect(headers['x-forwarded-proto']).toBe('http')
    for (const name of ['x-forwarded-host', 'x-real-ip', 'forwarded', 'x-minefall-edge', 'x-request-id'])
      expect(headers).not.toHaveProperty(name)
  })

  it('sends no new players to one that drains, and leaves it the ones it has', async () => {
    const before = await liveAtBoth(gateway.url)
    one.answers(503)
    await expect.poll(() => names(gateway.url, 10)).toEqual(new Set(['two']))
    expect(before.filter(({ socket }) => socket.destroyed)).toEqual([])
    const late = await live(gateway.url)
    expect(late.name).toBe('two')
    one.answers(200)
    await expect.poll(() => names(gateway.url, 10)).toEqual(new Set(['one', 'two']))
    for (const { socket } of [...before, late]) socket.destroy()
  })

  it('cuts the connections to one that answers nothing, and to no other', async () => {
    const open = await liveAtBoth(gateway.url)
    const ofOne = open.filter(({ name }) => name === 'one')
    one.answers('nothing')
    await expect.poll(() => ofOne.filter(({ socket }) => !socket.destroyed)).toEqual([])
    const ofTwo = open.filter(({ name }) => name === 'two')
    expect(ofTwo.filter(({ socket }) => socket.destroyed)).toEqual([])
    expect(await names(gateway.url, 10)).toEqual(new Set(['two']))
    one.answers(200)
    await expect.poll(() => names(gateway.url, 10)).toEqual(new Set(['one', 'two']))
    for (const { socket } of ofTwo) socket.destroy()
  })

  it('sends new players to the other when one has just died', async () => {
    one.kill()
    expect(await names(gateway.url, 10)).toEqual(new Set(['two']))
    expect((await live(gateway.url)).name).toBe('two')
    await one.start()
    await expect.poll(() => names(gateway.url, 10)).toEqual(new Set(['one', 'two']))
  })
})
