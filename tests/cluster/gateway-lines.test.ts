import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { findProgram } from '@minefall/shared/testing-programs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type OwnNetwork, ownNetwork } from '../harness/own-network.ts'
import { gatewayFile } from './gateway.ts'

const port = 8080
const bffPort = 8081
/** An address in one of the networks of one line. */
const ofLine = (network: number) => `2001:db8:1:${network}::1`
const neighbor = '2001:db8:2::1'
const perLine = 5
/** The gateway answers it itself, and keeps the connection. */
const path = '/.well-known/acme-challenge/a'
/** What stands for a BFF: holds all that it is asked but whether it is ready. */
const bff = `require('http').createServer(({ url }, answer) => url === '/readyz' && answer.end())
  .listen(${bffPort}, () => console.log('ready'))`
const program = findProgram('haproxy')
const version = /\d+\.\d+/.exec(execFileSync(program, ['-v'], { encoding: 'utf8' }))?.[0]
const countsRequests = Number(version) >= 2.8

let network: OwnNetwork
beforeEach(async () => {
  network = await ownNetwork([...[1, 2, 3].map(ofLine), neighbor])
  const { stdout } = network.spawn(process.execPath, ['-e', bff])
  if (stdout) await once(stdout, 'data')
  network.spawn(program, ['-db', '-f', gatewayFile], {
    env: {
      ...process.env,
      GATEWAY_ADDRESS: `:${port}`,
      GATEWAY_ADDRESS_V6: `:::${port}`,
      GATEWAY_ACME_THUMBPRINT: 'thumb',
      GATEWAY_CONNECTIONS_PER_ADDRESS: '2',
      GATEWAY_CONNECTIONS_PER_LINE: String(perLine),
      BFF_1: `127.0.0.1:${bffPort}`,
    },
    stdio: 'ignore',
  })
  while ((await network.ask({ from: 'here', port, path })) === null);
})
afterEach(() => network.remove())

it('has so many connections of a line with many IPv6 networks, and leaves the others to the rest', async () => {
  /** Asks by a new connection, which stays if it is answered. */
  const come = async (address: string) => {
    const socket = network.connect({ address }, port).on('error', () => undefined)
    const isIn = new Promise<boolean>((resolve) => {
      socket.on('data', () => resolve(true)).on('close', () => resolve(false))
    })
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`)
    return { isIn: await isIn, socket }
  }
  const come6 = []
  for (const nth of [1, 1, 2, 2, 3, 3]) come6.push(await come(ofLine(nth)))
  expect(come6.map(({ isIn }) => isIn)).toEqual([true, true, true, true, true, false])
  expect((await come(neighbor)).isIn).toBe(true)
  come6[0]?.socket.destroy()
  await expect.poll(async () => (await come(ofLine(3))).isIn).toBe(true)
})

it.runIf(countsRequests)('has so many requests of a line under way, over few connections', async () => {
  const sessions = [ofLine(1), ofLine(2), neighbor].map((address) =>
    connectHttp2(`http://localhost`, { createConnection: () => network.connect({ address }, port) }),
  )
  const statuses: number[][] = sessions.map(() => [])
  for (const [nth, session] of sessions.entries())
    for (let asked = 0; asked < 4; asked += 1)
      session
        .request({ ':path': '/held' })
        .on('error', () => undefined)
        .on('response', (headers) => void statuses[nth]?.push(Number(headers[':status'])))
  await expect.poll(() => statuses.flat()).toEqual(Array(8 - perLine).fill(429))
  expect(statuses[2]).toEqual([])
  for (const session of sessions) session.destroy()
})
