import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type ClientHttp2Session, type ClientHttp2Stream, connect as connectHttp2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { freePort } from '@minefall/shared/testing-ports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWire, upgradeRequest, type Wire } from '../hostile/wire.ts'
import { accepted, certificateIn, gatewayProcess, handshake } from './gateway.ts'

const streamsOfConnection = 32
const requestsOfAddress = 40
const connectionsOfBff = 60
/** So long that no answer is lost because a slow machine leaves it unread. */
const patientMs = 600_000

const part = Buffer.alloc(64 * 1024)

/**
 * What stands for a BFF: `/large` is an answer without end, what ends in `/held` gets one that never comes, and all else is
 * answered at once. It takes few connections more than the gateway may make, as a BFF does.
 */
const standIn = async () => {
  const underWay = new Set<ServerResponse>()
  let asked = 0
  const server: Server = createServer(({ url = '' }, answer) => {
    if (url !== '/large' && !url.endsWith('/held')) return void answer.end('{"code":200}')
    asked += 1
    underWay.add(answer)
    answer.once('close', () => underWay.delete(answer))
    if (url !== '/large') return
    const more = () => {
      while (!answer.destroyed && answer.write(part));
    }
    answer.on('drain', more)
    more()
  })
  server.on('upgrade', (_request, socket) => {
    socket.on('error', () => socket.destroy())
    socket.write(accepted)
  })
  server.maxConnections = connectionsOfBff + 4
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    /** Requests for what is large or held that it works on. */
    underWay: () => underWay.size,
    /** Those that ever came. */
    asked: () => asked,
    kill() {
      server.close()
      server.closeAllConnections()
    },
  }
}

describe('callers of a gateway', () => {
  let folder: string
  let bff: Awaited<ReturnType<typeof standIn>>
  let patient: Gateways
  const sessions: ClientHttp2Session[] = []
  const wires: Wire[] = []

  /** Two that leave an answer unread for so long, and the ports for callers. */
  type Gateways = { port: number; tlsPort: number; kill(): Promise<unknown> }
  const startGateways = async (unreadMs: number): Promise<Gateways> => {
    const [port, tlsPort] = [await freePort(), await freePort()]
    const settings = {
      GATEWAY_REQUESTS_PER_ADDRESS: String(requestsOfAddress),
      GATEWAY_CONNECTIONS_PER_BFF: String(connectionsOfBff),
      GATEWAY_UNREAD_MS: String(unreadMs),
    }
    // One for plain HTTP alone sends no one to TLS.
    const plain = await gatewayProcess({
      address: { host: '127.0.0.1', port },
      bffs: [bff.url],
      settings,
      log: join(folder, `plain-${unreadMs}`),
    })
    const secure = await gatewayProcess({
      address: { host: '127.0.0.1', port: await freePort() },
      bffs: [bff.url],
      settings: {
        ...settings,
        GATEWAY_CERTIFICATES: await certificateIn(folder),
        GATEWAY_TLS_ADDRESS: `127.0.0.1:${tlsPort}`,
      },
      log: join(folder, `tls-${unreadMs}`),
    })
    await plain.start()
    await secure.start()
    return { port, tlsPort, kill: () => Promise.all([plain.kill(), secure.kill()]) }
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'minefall-gateway-'))
    bff = await standIn()
    patient = await startGateways(patientMs)
  })
  afterAll(async () => {
    for (const session of sessions) session.destroy()
    for (const wire of wires) wire.end()
    await patient.kill()
    bff.kill()
    await rm(folder, { recursive: true })
  })

  const wireFrom = async (from: string, { port } = patient): Promise<Wire> => {
    const wire = await openWire({ port, from, stubborn: true })
    wires.push(wire)
    return wire
  }
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

  /** A connection for HTTP/2 from an address, whose reader takes `window` bytes of each answer and no more. */
  const sessionFrom = async (from: string, window: number, { tlsPort } = patient) => {
    const socket: Socket = connect({ port: tlsPort, host: '127.0.0.1', localAddress: from })
    const secure = connectTls({ socket, ALPNProtocols: ['h2'], rejectUnauthorized: false })
    await once(secure, 'secureConnect')
    const session = connectHttp2('https://localhost', {
      createConnection: () => secure,
      settings: { initialWindowSize: window },
    })
    session.on('error', () => session.destroy())
    sessions.push(session)
    await once(session, 'remoteSettings')
    return session
  }
  const asked = (session: ClientHttp2Session, path: string): ClientHttp2Stream => {
    const stream = session.request({ ':path': path })
    stream.on('error', () => stream.destroy())
    return stream
  }
  const statusOf = async (stream: ClientHttp2Stream): Promise<number> => {
    const [headers] = await once(stream, 'response')
    return headers[':status']
  }
  /** What another address is answered in the meantime. */
  const neighbor = async (): Promise<number> => {
    const session = await sessionFrom('127.0.0.9', 65_535)
    const status = await statusOf(asked(session, '/'))
    session.destroy()
    return status
  }
  const idle = () => expect.poll(bff.underWay).toBe(0)

  it('who send requests behind each other have one with a BFF at a time, and none when they go', async () => {
    const one = await wireFrom('127.0.0.2')
    one.socket.pause()
    one.send(get('/large').repeat(100))
    await expect.poll(bff.underWay).toBe(1)
    expect(await neighbor()).toBe(200)
    expect(bff.underWay()).toBe(1)
    one.end()
    await idle()
  })

  it('who go before they are answered take their call along', async () => {
    const one = await wireFrom('127.0.0.2')
    one.send(get('/held'))
    await expect.poll(bff.underWay).toBe(1)
    one.end()
    await idle()
  })

  it('who read nothing of their answer lose it, by HTTP/1 and HTTP/2', async () => {
    const hasty = await startGateways(2_000)
    const before = bff.asked()
    const one = await wireFrom('127.0.0.2', hasty)
    one.socket.pause()
    one.send(get('/large'))
    const session = await sessionFrom('127.0.0.3', 0, hasty)
    const streams = [1, 2, 3].map(() => asked(session, '/large'))
    await expect.poll(bff.asked).toBe(before + 4)
    await idle()
    for (const stream of streams) stream.destroy()
    await hasty.kill()
  })

  it('who ask for much over HTTP/2 have a bounded part of the BFF, and hear 429 beyond it', async () => {
    const [first, second] = [await sessionFrom('127.0.0.4', 0), await sessionFrom('127.0.0.4', 0)]
    const streams = Array.from({ length: 100 }, () => asked(first, '/large'))
    await expect.poll(bff.underWay).toBe(streamsOfConnection)
    const refused = Array.from({ length: 20 }, () => asked(second, '/large'))
    const statuses: number[] = await Promise.all(refused.map((stream) => statusOf(stream)))
    expect(statuses.filter((status) => status === 429)).toHaveLength(
      streamsOfConnection + 20 - requestsOfAddress,
    )
    expect(bff.underWay()).toBeLessThanOrEqual(requestsOfAddress)
    expect(await neighbor()).toBe(200)
    for (const stream of [...streams, ...refused]) stream.destroy()
    first.destroy()
    second.destroy()
    await idle()
  })

  it('who take up a whole BFF leave it room to say that it is ready: what it has stays', async () => {
    const live = await wireFrom('127.0.0.5')
    live.send(upgradeRequest({ headers: { 'Sec-WebSocket-Key': handshake['sec-websocket-key'] } }))
    await live.until(() => live.text().includes('101 Switching'))
    const holders = await Promise.all(
      Array.from({ length: connectionsOfBff + 20 }, (_, n) => wireFrom(`127.0.1.${n + 1}`)),
    )
    for (const holder of holders) holder.send(get('/held'))
    await expect.poll(bff.underWay).toBe(connectionsOfBff - 1)
    // Those above wait until `timeout queue`, and the BFF is looked at many times until then.
    await Promise.any(holders.map((holder) => holder.until(() => holder.text().includes(' 503 '))))
    expect(live.socket.destroyed).toBe(false)
    for (const holder of holders) holder.end()
    await idle()
    expect(live.socket.destroyed).toBe(false)
  })

  it('who ask at the address of live connections for something else are bounded like all others', async () => {
    const from = '127.0.0.6'
    const sessions = [await sessionFrom(from, 65_535), await sessionFrom(from, 65_535)]
    const paths = ['/socket.io/held', '/desk/socket.io/held']
    const streams = sessions.flatMap((session) =>
      Array.from({ length: 25 }, (_, n) => asked(session, paths[n % 2] ?? '')),
    )
    const statuses: number[] = []
    for (const stream of streams)
      stream.on('response', (headers) => void statuses.push(Number(headers[':status'])))
    await expect.poll(() => statuses).toEqual(Array(streams.length - requestsOfAddress).fill(429))
    await expect.poll(bff.underWay).toBe(requestsOfAddress)
    const live = await wireFrom(from)
    live.send(upgradeRequest({ headers: { 'Sec-WebSocket-Key': handshake['sec-websocket-key'] } }))
    await live.until(() => live.text().includes('101 Switching'))
    live.end()
    for (const session of sessions) session.destroy()
    await idle()
  })
})
