import { expect, test } from 'vitest'
import { packet } from './packet.ts'

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

const around = Buffer.byteLength(`4${packet('close', { code: 'server', msg: '' }).text}`)

test.each([126 - 1, 126, 126 + 1, 65_535, 65_536, 65_537])('a message of %i bytes is one frame', (bytes) => {
  const { text, frame } = packet('close', { code: 'server', msg: 'x'.repeat(bytes - around) })
  expect(payloadOf(frame)).toBe(`4${text}`)
  expect(Buffer.byteLength(text) + 1).toBe(bytes)
})

test('letters of several bytes are counted as such', () => {
  const { text, frame } = packet('close', { code: 'server', msg: 'Åsa 🎲'.repeat(20) })
  expect(payloadOf(frame)).toBe(`4${text}`)
  expect(text).toBe(`2${JSON.stringify(['close', { code: 'server', msg: 'Åsa 🎲'.repeat(20) }])}`)
})
