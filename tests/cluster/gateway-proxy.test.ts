import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, createServer, request, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort } from '@minefall/shared/testing-ports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accepted, gatewayProcess, handshake } from './gateway.ts'
import type { NodeProcess } from './node-process.ts'

const proxy = '127.0.0.2'
const stranger = '127.0.0.3'
const one = '203.0.113.1'
const two = '203.0.113.2'
const livePath = '/socket.io/'

/** What stands for a BFF: answers with the address that a request is from, takes live connections, and holds `/held`. */
const standIn = async (port: number) => {
  const held: ServerResponse[] = []
  const live: Socket[] = []
  const server = createServer(({ url, headers }, response) => {
    if (url === '/held') held.push(response)
    else response.end(headers['x-forwarded-for'])
  })
  server.on('upgrade', (_request, socket: Socket) => {
    live.push(socket.on('error', () => undefined))
    socket.write(accepted)
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    held,
    kill() {
      server.close()
      server.closeAllConnections()
      for (const socket of live) socket.destroy()
    },
  }
}

describe('behind a proxy that is trusted', () => {
  let folder: string
  let bff: Awaited<ReturnType<typeof standIn>>
  let gateway: NodeProcess
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'minefall-gateway-'))
    const port = await freePort()
    bff = await standIn(port)
    gateway = await gatewayProcess({
      address: { host: '127.0.0.1', port: await freePort() },
      bffs: [`http://127.0.0.1:${port}`],
      settings: {
        GATEWAY_TRUSTED_PROXY: proxy,
        GATEWAY_CONNECTIONS_PER_ADDRESS: '3',
        GATEWAY_REQUESTS_PER_ADDRESS: '1',
      },
      log: join(folder, 'log'),
    })
    await gateway.start()
  })
  afterAll(async () => {
    await gateway.kill()
    bff.kill()
    await rm(folder, { recursive: true })
  })

  const send = (from: string, path: string, forwarded: string | null, agent: Agent | false = false) =>
    request(`${gateway.url}${path}`, {
      localAddress: from,
      agent,
      headers: {
        ...(forwarded !== null && { 'x-forwarded-for': forwarded }),
        ...(path === livePath && handshake),
      },
    }).end()
  /** Where a BFF sees a caller, or the status of a refusal. */
  const seen = async (...args: Parameters<typeof send>) => {
    const [response] = await once(send(...args), 'response')
    const said = await text(response)
    return response.statusCode === 200 ? said : response.statusCode
  }
  /** Opens a live connection; the status of its answer. */
  const live = async (from: string, forwarded: string) => {
    const asked = send(from, livePath, forwarded)
    const [response, socket] = await Promise.race([once(asked, 'upgrade'), once(asked, 'response')])
    // The gateway's end, with which the tests end, may reset it.
    socket?.on('error', () => undefined)
    return response.statusCode
  }

  it('takes a caller’s address from it: the last one that it forwards', async () => {
    const kept = new Agent({ keepAlive: true, maxSockets: 1 })
    for (const [forwarded, address] of [
      [one, one],
      [`${stranger}, ${proxy}, ${two}`, two],
      ['2001:db8::1', '2001:db8::1'],
      // An IPv4 caller of a proxy that listens for both.
      [`::ffff:${one}`, one],
      ['::FFFF:cb00:7102', two],
      [null, proxy],
      ['unknown', proxy],
      [one, one],
    ] as const)
      expect(await seen(proxy, '/', forwarded, kept)).toBe(address)
    kept.destroy()
  })

  it('takes it from no one else', async () => {
    for (const forwarded of [one, `${one}, ${proxy}`])
      expect(await seen(stranger, '/', forwarded)).toBe(stranger)
  })

  it('limits each caller, not the proxy with all of them', async () => {
    const waiting = send(proxy, '/held', one).on('error', () => undefined)
    await expect.poll(() => bff.held.length).toBe(1)
    expect(await seen(proxy, '/', one)).toBe(429)
    expect(await seen(proxy, '/', two)).toBe(two)
    waiting.destroy()

    await expect.poll(() => seen(proxy, '/', one)).toBe(one)
    const opened: number[] = []
    for (let count = 0; count < 4; count += 1) opened.push(await live(proxy, one))
    expect(opened).toEqual([101, 101, 101, 429])
    expect(await live(proxy, two)).toBe(101)
    expect(await live(stranger, one)).toBe(101)
  })
})
