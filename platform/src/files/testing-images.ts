import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

export const pngChunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

export type PngOptions = {
  width?: number
  height?: number
  /** The rows, unpacked. */
  data?: Buffer
  packed?: Buffer
}

/** Three samples a pixel, two black pixels a side by default; written by hand, so that it may lie. */
export const png = ({ width = 2, height = 2, data, packed }: PngOptions = {}): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', packed ?? deflateSync(data ?? Buffer.alloc(height * (1 + 3 * width)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Frames of the whole size, with two colors, the pixels of one told; written by hand, so that it may lie. */
export const gif = ({ width = 1, height = 1, frames = 1 } = {}): Buffer => {
  const screen = Buffer.from('474946383961' + '00000000' + '800000' + '000000ffffff', 'hex')
  screen.writeUInt16LE(width, 6)
  screen.writeUInt16LE(height, 8)
  const frame = Buffer.from('2c' + '00000000' + '00000000' + '00' + '02' + '02' + '4401' + '00', 'hex')
  frame.writeUInt16LE(width, 5)
  frame.writeUInt16LE(height, 7)
  return Buffer.concat([screen, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}

type Painted = { width?: number; height?: number; color?: string }

/** A picture in one color, which may be seen through. */
export const painted = ({ width = 8, height = 8, color = '#c02020' }: Painted = {}) =>
  sharp({ create: { width, height, channels: 4, background: color } })

/** A JPEG of one color. */
export const jpeg = (options: Painted = {}): Promise<Buffer> => painted(options).jpeg().toBuffer()
