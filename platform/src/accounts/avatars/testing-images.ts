import { crc32, deflateSync } from 'node:zlib'

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
  /** The colour type; 2 is three samples a pixel. */
  colour?: number
  interlace?: number
  /** The rows, unpacked. */
  data?: Buffer
  packed?: Buffer
}

/** Two black pixels a side unless told. */
export const png = ({
  width = 2,
  height = 2,
  colour = 2,
  interlace = 0,
  data,
  packed,
}: PngOptions = {}): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, colour, 0, 0, interlace], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', packed ?? deflateSync(data ?? Buffer.alloc(height * (1 + 3 * width)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** One grey block with tables that say little: the structure of a JPEG, which is what is read. */
export const jpeg = ({ width = 8, height = 8, scans = 1 } = {}): Buffer => {
  const frame = Buffer.from('ffc0000b080000000001011100', 'hex')
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const scan = Buffer.from('ffda0008010100003f00' + 'a9ff00d3', 'hex')
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    Buffer.from('ffe000104a46494600010100000100010000', 'hex'),
    Buffer.concat([Buffer.from('ffdb004300', 'hex'), Buffer.alloc(64, 1)]),
    frame,
    Buffer.concat([Buffer.from('ffc4001400', 'hex'), Buffer.alloc(16), Buffer.from([0])]),
    ...Array.from({ length: scans }, () => scan),
    Buffer.from('ffd9', 'hex'),
  ])
}

/** Frames of the whole size, with two colours. */
export const gif = ({ width = 1, height = 1, frames = 1 } = {}): Buffer => {
  const screen = Buffer.from('474946383961' + '00000000' + '800000' + '000000ffffff', 'hex')
  screen.writeUInt16LE(width, 6)
  screen.writeUInt16LE(height, 8)
  const frame = Buffer.from('2c' + '00000000' + '00000000' + '00' + '02' + '02' + '4401' + '00', 'hex')
  frame.writeUInt16LE(width, 5)
  frame.writeUInt16LE(height, 7)
  return Buffer.concat([screen, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}
