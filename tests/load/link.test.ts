import { expect, it } from 'vitest'
import { clientFrame, frameReader, headerBytes, opcode } from './link.ts'

/** A server's frame: not masked. */
const serverFrame = (text: string): Buffer => {
  const payload = Buffer.from(text)
  const header = Buffer.alloc(headerBytes(payload.length))
  header[0] = 0x80 | opcode.text
  if (header.length === 2) header[1] = payload.length
  else if (header.length === 4) {
    header[1] = 126
    header.writeUInt16BE(payload.length, 2)
  } else {
    header[1] = 127
    header.writeBigUInt64BE(BigInt(payload.length), 2)
  }
  return Buffer.concat([header, payload])
}

const short = ['', 'a', 'x'.repeat(125), 'ü'.repeat(63), 'y'.repeat(300), 'end']
const long = ['y'.repeat(65_535), 'z'.repeat(65_536), 'end']

const readIn = (stream: Buffer, size: number) => {
  const read: { text: string; bytes: number }[] = []
  const reader = frameReader((_code, payload, bytes) => read.push({ text: payload.toString(), bytes }))
  // The same memory for each chunk, as with sockets.
  const memory = Buffer.alloc(size)
  for (let at = 0; at < stream.length; at += size) {
    const count = stream.copy(memory, 0, at, at + size)
    reader.push(memory.subarray(0, count))
  }
  return read
}

it.each([
  [1, short],
  [2, short],
  [3, short],
  [7, short],
  [999, [...short, ...long]],
  [300_000, [...short, ...long]],
])('reads frames from chunks of %i bytes', (size, texts) => {
  const frames = texts.map(serverFrame)
  const read = readIn(Buffer.concat(frames), size)
  expect(read.map(({ text }) => text)).toEqual(texts)
  expect(read.map(({ bytes }) => bytes)).toEqual(frames.map(({ length }) => length))
})

it('writes masked frames with a mask that changes nothing', () => {
  expect(clientFrame('3')).toEqual(Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x33]))
  const long = clientFrame('ü'.repeat(100))
  expect(long.subarray(0, 8)).toEqual(Buffer.from([0x81, 0x80 | 126, 0, 200, 0, 0, 0, 0]))
  expect(long.subarray(8).toString()).toBe('ü'.repeat(100))
})

it('refuses to write what has no place in two bytes of length', () => {
  expect(() => clientFrame('x'.repeat(65_536))).toThrow(RangeError)
})
