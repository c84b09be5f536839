import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { readBffSettings } from '../config.ts'
import { gate } from './gate.ts'

const live = '/socket.io/?EIO=4&transport=websocket'
const asking = (url: string, headers: Record<string, string> = {}) =>
  Object.assign(new IncomingMessage(new Socket()), { url, headers })

test.each([
  ['transport', 400, 1001, '/socket.io/'],
  ['transport', 400, 1001, '/socket.io/?EIO=3&transport=websocket'],
  ['transport', 400, 1001, '/socket.io/?EIO=4&transport=polling'],
  ['transport', 400, 1001, '/socket.io/?EIO=4&transport=websocket&transport=polling'],
  ['session', 400, 1001, `${live}&sid=`],
  ['session', 400, 1001, `${live}&sid=x`],
  ['session', 400, 1001, `${live}&%73id=x`],
])('refuses for its %s with %i, %i: %s', (reason, status, code, url) => {
  expect(gate(readBffSettings({}), () => 0).check(asking(url))).toMatchObject({ reason, status, code })
})

test('refuses pages from elsewhere before they cost their address anything', () => {
  const door = gate(readBffSettings({ LIVE_HANDSHAKES_PER_MINUTE: '1' }), () => 0)
  const elsewhere = asking(live, { host: 'play.example', origin: 'https://evil.example' })
  for (let n = 0; n < 3; n++) expect(door.check(elsewhere)).toMatchObject({ reason: 'origin', status: 403 })
  expect(door.check(asking(live))).toBeNull()
})

test('tells how long to wait when an address asks too fast, and lets it in after that', () => {
  let now = 0
  const door = gate(readBffSettings({ LIVE_HANDSHAKES_PER_MINUTE: '6' }), () => now)
  for (let n = 0; n < 6; n++) expect(door.check(asking(live))).toBeNull()
  const refused = { reason: 'address-rate', status: 429, code: 1429, seconds: 10 }
  expect(door.check(asking(live))).toMatchObject(refused)
  now = 10_000
  expect(door.check(asking(live))).toBeNull()
})

test('counts the connections of an address while they are open', () => {
  const door = gate(readBffSettings({ LIVE_SOCKETS_PER_ADDRESS: '1' }), () => 0)
  const visitor = door.enter(asking(live))
  expect(door.check(asking(live))).toMatchObject({ reason: 'address-full', status: 429 })
  door.leave(visitor)
  expect(door.check(asking(live))).toBeNull()
})

test('counts the connections of everyone where there may be so many in all', () => {
  const bounds = { socketsPerAddress: 5, handshakesPerMinute: 60, inAll: 1 }
  const door = gate(readBffSettings({}), () => 0, bounds)
  const visitor = door.enter(asking(live))
  expect(door.check(asking(live))).toMatchObject({ reason: 'full', status: 429, seconds: 10 })
  door.leave(visitor)
  expect(door.check(asking(live))).toBeNull()
})

test('an offence costs its address handshakes, and never more than one offence of debt', () => {
  let now = 0
  const limits = { LIVE_HANDSHAKES_PER_MINUTE: '60', LIVE_OFFENCE_HANDSHAKES: '20' }
  const door = gate(readBffSettings(limits), () => now)
  expect(door.check(asking(live))).toBeNull()
  const visitor = door.enter(asking(live))
  for (let n = 0; n < 3; n++) door.offended(visitor)
  // 60 − 1 − 60: one second for the debt, one for the handshake.
  expect(door.check(asking(live))).toMatchObject({ reason: 'address-rate', seconds: 2 })
  for (let n = 0; n < 500; n++) door.offended(visitor)
  expect(door.check(asking(live))).toMatchObject({ reason: 'address-rate', seconds: 2 })
  now = 2_000
  expect(door.check(asking(live))).toBeNull()
  door.offended(visitor)
  expect(door.check(asking(live))).toMatchObject({ seconds: 21 })
})
