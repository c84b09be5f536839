import { describe, expect, test } from 'vitest'
import { packet, readPacket } from './packet.ts'

/** The payload of one whole unmasked text frame, RFC 6455 section 5.2. */
const payloadOf = (frame: Buffer): string => {
  expect(frame[0]).toBe(0x81)
  const short = frame[1] ?? 0
  const [header, length] =
    short < 126
      ? [2, short]
      : short === 126
        ? [4, frame.readUInt16BE(2)]
        : [10, Number(frame.readBigUInt64BE(2))]
  expect(frame).toHaveLength(header + length)
  return frame.toString('utf8', header)
}

const around = Buffer.byteLength(payloadOf(packet('close', { code: 'server', msg: '' })))

test.each([126 - 1, 126, 126 + 1, 65_535, 65_536, 65_537])('a message of %i bytes is one frame', (bytes) => {
  const frame = packet('close', { code: 'server', msg: 'x'.repeat(bytes - around) })
  expect(Buffer.byteLength(payloadOf(frame))).toBe(bytes)
})

test('letters of several bytes are counted as such', () => {
  const close = { code: 'server', msg: 'Åsa 🎲'.repeat(20) } as const
  expect(payloadOf(packet('close', close))).toBe(`42${JSON.stringify(['close', close])}`)
})

describe('what a client says', () => {
  const event = (name: string, payloads: unknown[], ack: string | null, parts = 0) => {
    return { type: 'event', name, payloads, ack, parts }
  }
  const placeholder = { _placeholder: true, num: 0 }

  test.each([
    ['420["a",{}]', event('a', [{}], '0')],
    ['42["b","ü",2]', event('b', ['ü', 2], null)],
    ['42007["a"]', event('a', [], '7')],
    ['420[7,{}]', event('7', [{}], '0')],
    ['451-3["a",{"_placeholder":true,"num":0}]', event('a', [placeholder], '3', 1)],
    ['450-["a"]', event('a', [], null)],
    ['40', { type: 'connect', auth: {} }],
    ['40{"tab":1}', { type: 'connect', auth: { tab: 1 } }],
    ['40/admin,{"tab":1}', { type: 'elsewhere', namespace: '/admin' }],
    ['430[]', { type: 'nothing' }],
    ['6', { type: 'nothing' }],
    ['41', { type: 'leave' }],
    ['1', { type: 'leave' }],
    ['3', { type: 'pong' }],
  ])('%s', (text, said) => {
    expect(readPacket(Buffer.from(text))).toEqual(said)
  })

  test.each([
    ['nothing', ''],
    ['a type of engine.io that a server sends', '0{}'],
    ['a ping', '2'],
    ['a pong with more', '3probe'],
    ['a message of nothing', '4'],
    ['a type that socket.io has not', '49'],
    ['an error', '44{}'],
    ['another namespace', '42/admin,0["a",{}]'],
    ['no JSON', '420["a"'],
    ['no list', '420{"a":1}'],
    ['a list of nothing', '42[]'],
    ['a name that is none', '420[{},{}]'],
    ['a name that socket.io keeps for itself', '420["disconnect",{}]'],
    ['a number too long', '421234567890["a",{}]'],
    ['parts without a number', '45-["a"]'],
    ['parts without an end', '451["a"]'],
    ['eleven parts', '4511-["a"]'],
    ['an auth that is none', '40"me"'],
    ['an auth that is a list', '40[]'],
    ['an auth that is no JSON', '40{'],
  ])('is none of a client’s packets: %s', (_what, text) => {
    expect(readPacket(Buffer.from(text))).toBeNull()
  })
})
