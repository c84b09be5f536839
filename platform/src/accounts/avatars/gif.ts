import { isSensibleSize } from './image.ts'

/** Graphics Interchange Format, version 89a. */
const extension = 0x21
const image = 0x2c
const trailer = 0x3b
const graphicControl = 0xf9
const application = 0xff
const loop = 'NETSCAPE2.0'

/** More frames, or more pixels in all of them, make a small file a large film. */
const framesMax = 300
const pixelsMax = 64_000_000

/** The size in bytes of the colour table that a packed field tells of. */
const tableSize = (packed: number): number => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0)

/** Where the chain of sub-blocks at `from` ends, behind its terminator; -1 where it is cut off. */
const endOfBlocks = (file: Buffer, from: number): number => {
  for (let at = from; at < file.length; ) {
    const length = file[at] ?? 0
    if (length === 0) return at + 1
    at += 1 + length
  }
  return -1
}

export const isGif = (file: Buffer): boolean => /^GIF8[79]a$/.test(file.toString('latin1', 0, 6))

/** The same picture with nothing but the picture in it, or null where it is none. */
export const cleanGif = (file: Buffer): Buffer | null => {
  if (!isGif(file) || file.length < 14) return null
  const [width, height] = [file.readUInt16LE(6), file.readUInt16LE(8)]
  if (!isSensibleSize(width, height)) return null
  const begin = 13 + tableSize(file.readUInt8(10))
  const parts = [file.subarray(0, begin)]
  let frames = 0
  let pixels = 0
  for (let at = begin; ; ) {
    const from = at
    const kind = file[at]
    if (kind === trailer) {
      parts.push(file.subarray(at, at + 1))
      return frames > 0 && at + 1 === file.length ? Buffer.concat(parts) : null
    }
    if (kind === extension) {
      at = endOfBlocks(file, at + 2)
      if (at === -1) return null
      const label = file[from + 1]
      const repeats = label === application && file.toString('latin1', from + 3, from + 14) === loop
      if (label === graphicControl ? at - from === 8 : repeats && at - from === 19)
        parts.push(file.subarray(from, at))
    } else if (kind === image) {
      if (from + 11 > file.length) return null
      const [left, top] = [file.readUInt16LE(from + 1), file.readUInt16LE(from + 3)]
      const [across, down] = [file.readUInt16LE(from + 5), file.readUInt16LE(from + 7)]
      const coded = from + 10 + tableSize(file.readUInt8(from + 9))
      const codeSize = file[coded] ?? 0
      if (left + across > width || top + down > height || codeSize < 2 || codeSize > 8) return null
      at = endOfBlocks(file, coded + 1)
      frames++
      pixels += across * down
      if (at === -1 || frames > framesMax || pixels > pixelsMax) return null
      parts.push(file.subarray(from, at))
    } else return null
  }
}
