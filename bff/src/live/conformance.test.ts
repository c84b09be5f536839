import { randomBytes } from 'node:crypto'
import { connect, type Socket as TcpSocket } from 'node:net'
import { protocolVersion } from '@minefall/shared/contracts/live'
import { Manager } from 'socket.io-client'
import { Manager as OlderManager } from 'socket.io-client-3'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { deviceA, type EdgeUnderTest, edgeUnderTest } from '../testing/edge-under-test.ts'
import { eventually } from '../testing/eventually.ts'

let edge: EdgeUnderTest
beforeEach(async () => {
  edge = await edgeUnderTest()
})

const auth = { protocol: protocolVersion, deviceId: deviceA, tab: '07'.repeat(8) }

describe('the official client', () => {
  test('gets an answer to each of many messages under way at once', async () => {
    const tab = await edge.welcomed()
    const sent = Array.from({ length: 30 }, (_, n) => n)
    const answers = await Promise.all(sent.map((sentAt) => tab.ask('clock.ping', { sentAt })))
    expect(answers.map(({ data }) => data?.sentAt)).toEqual(sent)
  })

  test('gets answers in the order in which they are given, not in that of the questions', async () => {
    const tab = await edge.welcomed()
    let letGo = () => {}
    edge.platform.script['lobby.digest'] = () =>
      new Promise((resolve) => {
        letGo = () =>
          resolve({ code: 200, msg: '', data: { at: 1, playing: 0, tables: [], wins: [], live: [] } })
      })
    const order: string[] = []
    const slow = tab.ask('lobby.watch', {}).then(() => order.push('slow'))
    await tab.ask('clock.ping', { sentAt: 1 }).then(() => order.push('quick'))
    letGo()
    await slow
    expect(order).toEqual(['quick', 'slow'])
  })

  test('says anything that JSON can', async () => {
    const tab = await edge.welcomed()
    const text = 'ünï 盤 💣 " \\ \u2028 \u0000'
    const messageId = '00000000-0000-4000-8000-000000000001'
    expect((await tab.ask('chat.send', { messageId, text })).data?.text).toBe(text)
    expect(edge.platform.asked['chat.send'][0]).toMatchObject({ text })
    const unknown = await tab.ask('盤' as 'clock.ping', {})
    expect(unknown).toMatchObject({ code: 1001, data: { field: 'event' } })
  })

  test('is refused what is binary, and goes on', async () => {
    const tab = await edge.welcomed()
    expect((await tab.ask('clock.ping', Buffer.from('x'))).code).toBe(1001)
    expect((await tab.ask('clock.ping', { sentAt: Buffer.from('x') })).code).toBe(1001)
    const answers = await Promise.all([1, 2, 3].map((sentAt) => tab.ask('clock.ping', { sentAt })))
    expect(answers.map(({ data }) => data?.sentAt)).toEqual([1, 2, 3])
  })

  test('is refused another namespace, and goes on', async () => {
    const manager = new Manager(edge.bff.address, { transports: ['websocket'], reconnection: false })
    const [socket, other] = [manager.socket('/', { auth }), manager.socket('/admin', { auth })]
    onTestFinished(() => void socket.disconnect())
    await new Promise((resolve) => socket.once('welcome', resolve))
    other.disconnect().connect()
    const refused = await new Promise<Error>((resolve) => other.once('connect_error', resolve))
    expect(refused.message).toBe('Invalid namespace')
    expect((await socket.emitWithAck('clock.ping', { sentAt: 1 })).code).toBe(200)
  })

  test('leaves with a disconnect, and its connection ends', async () => {
    const tab = await edge.welcomed()
    tab.socket.emit('clock.ping', { sentAt: 1 }, () => undefined)
    tab.socket.disconnect()
    await eventually(async () => expect(await edge.metric('minefall_live_sockets')).toBe(0))
    expect(await edge.metric('minefall_live_messages_total', '{name="clock.ping"}')).toBe(1)
  })

  test('hears of a payload too large, and goes on', async () => {
    const tab = await edge.welcomed()
    expect((await tab.ask('clock.ping', { sentAt: 1, more: 'x'.repeat(17_000) })).data).toMatchObject({
      field: 'payload',
    })
    expect((await tab.ask('clock.ping', { sentAt: 2 })).code).toBe(200)
  })
})

describe('the official client of the major version before', () => {
  test('is welcomed, answered and told, and comes back', async () => {
    const manager = new OlderManager(edge.bff.address, { transports: ['websocket'], reconnectionDelay: 1 })
    const socket = manager.socket('/', { auth })
    onTestFinished(() => void socket.disconnect())
    const heard: string[] = []
    socket.onAny((name: string) => heard.push(name))
    const once = (name: string) => new Promise((resolve) => socket.once(name, resolve))
    const ask = (name: string, payload: object) =>
      new Promise<{ code: number; data: unknown }>((resolve) => socket.emit(name, payload, resolve))

    await once('welcome')
    const sent = Array.from({ length: 30 }, (_, n) => n)
    const answers = await Promise.all(sent.map((sentAt) => ask('clock.ping', { sentAt })))
    expect(answers).toEqual(
      sent.map((sentAt) => expect.objectContaining({ code: 200, data: expect.objectContaining({ sentAt }) })),
    )
    expect((await ask('clock.ping', {})).code).toBe(1001)

    const welcomed = once('welcome')
    manager.engine.close()
    await welcomed
    expect((await ask('clock.ping', { sentAt: 31 })).code).toBe(200)
    expect(heard.filter((name) => name === 'welcome')).toHaveLength(2)
  })
})

describe('frames by hand', () => {
  /** A client's frame, RFC 6455 section 5.2, masked with zeros; `opcode` 0 goes on with the message before. */
  const frame = (text: string, { opcode = 1, fin = true } = {}) => {
    const payload = Buffer.from(text)
    return Buffer.concat([
      Buffer.from([(fin ? 0x80 : 0) | opcode, 0x80 | payload.length, 0, 0, 0, 0]),
      payload,
    ])
  }

  const open = async (): Promise<{ tcp: TcpSocket; heard: () => string }> => {
    const { port } = new URL(edge.bff.address)
    const tcp = connect(Number(port), '127.0.0.1')
    onTestFinished(() => void tcp.destroy())
    // Where the server ends it, that may be by a reset.
    tcp.on('error', () => undefined)
    let heard = ''
    tcp.on('data', (chunk) => {
      heard += chunk.toString('latin1')
    })
    const key = randomBytes(16).toString('base64')
    tcp.write(
      `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\n` +
        `Connection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    )
    await eventually(() => expect(heard).toContain('"sid"'))
    tcp.write(frame(`40${JSON.stringify(auth)}`))
    await eventually(() => expect(heard).toContain('42["welcome"'))
    return { tcp, heard: () => heard }
  }

  test('an event in several frames, with a ping between them, is one', async () => {
    const { tcp, heard } = await open()
    tcp.write(
      Buffer.concat([
        frame('420["clock.', { fin: false }),
        frame('', { opcode: 9 }),
        frame('ping",{"sentAt"', { opcode: 0, fin: false }),
        frame(':5}]', { opcode: 0 }),
        frame('421["clock.ping",{"sentAt":6}]'),
      ]),
    )
    await eventually(() => expect(heard()).toContain('431['))
    expect(heard()).toMatch(/430\[\{"code":200.*"sentAt":5.*431\[\{"code":200.*"sentAt":6/s)
  })

  test('an event cut anywhere on the wire is one', async () => {
    const { tcp, heard } = await open()
    for (const byte of frame('427["clock.ping",{"sentAt":7}]')) {
      tcp.write(Buffer.from([byte]))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await eventually(() => expect(heard()).toContain('437[{"code":200'))
  })

  test('what comes behind a disconnect is not read', async () => {
    const { tcp } = await open()
    tcp.write(Buffer.concat([frame('41'), frame('428["clock.ping",{"sentAt":8}]')]))
    await eventually(async () => expect(await edge.metric('minefall_live_sockets')).toBe(0))
    expect(await edge.metric('minefall_live_messages_total', '{name="clock.ping"}')).toBe(0)
  })

  test.each(['420["clock.ping"', '42[]', '42{}', '40', '49'])('%s ends the connection', async (text) => {
    const { tcp } = await open()
    const over = new Promise((resolve) => tcp.once('close', resolve))
    tcp.write(frame(text))
    await eventually(async () => expect(await edge.metric('minefall_live_sockets')).toBe(0))
    tcp.end()
    await over
  })
})
