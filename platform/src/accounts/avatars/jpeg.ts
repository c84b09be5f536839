import { isSensibleSize } from './image.ts'

/** Markers of ITU-T T.81, table B.1. */
const startOfImage = 0xd8
const endOfImage = 0xd9
const startOfScan = 0xda
/** Baseline, extended and progressive Huffman frames: what browsers show. */
const frames = new Set([0xc0, 0xc1, 0xc2])
/** Huffman tables, quantization tables, restart interval. */
const tables = new Set([0xc4, 0xdb, 0xdd])
const isApplication = (marker: number) => marker >= 0xe0 && marker <= 0xef
const comment = 0xfe

/** More scans than any encoder writes make a small file slow to show. */
const scansMax = 64

/** What tells how the colours are to be read: JFIF without its thumbnail, and Adobe's transform. */
const isColourNote = (marker: number, data: Buffer): boolean =>
  (marker === 0xe0 && data.length === 14 && data.toString('latin1', 0, 5) === 'JFIF\0') ||
  (marker === 0xee && data.length === 12 && data.toString('latin1', 0, 5) === 'Adobe')

const isSensibleFrame = (data: Buffer): boolean => {
  if (data.length < 9) return false
  const components = data.readUInt8(5)
  return (
    data.readUInt8(0) === 8 &&
    isSensibleSize(data.readUInt16BE(3), data.readUInt16BE(1)) &&
    (components === 1 || components === 3 || components === 4) &&
    data.length === 6 + 3 * components
  )
}

/** Where the coded data that begins at `from` ends: at the next marker that is neither stuffing nor a restart. */
const endOfScan = (file: Buffer, from: number): number => {
  for (let at = file.indexOf(0xff, from); at !== -1; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1]
    if (next === undefined) return -1
    if (next !== 0x00 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return -1
}

export const isJpeg = (file: Buffer): boolean =>
  file[0] === 0xff && file[1] === startOfImage && file[2] === 0xff

/** The same picture with nothing but the picture in it, or null where it is none. */
export const cleanJpeg = (file: Buffer): Buffer | null => {
  if (!isJpeg(file)) return null
  const parts = [file.subarray(0, 2)]
  let framed = false
  let scans = 0
  for (let at = 2; ; ) {
    const marker = file[at + 1]
    if (file[at] !== 0xff || marker === undefined) return null
    if (marker === endOfImage) {
      parts.push(file.subarray(at, at + 2))
      return framed && scans > 0 && at + 2 === file.length ? Buffer.concat(parts) : null
    }
    if (at + 4 > file.length) return null
    const end = at + 2 + file.readUInt16BE(at + 2)
    if (end < at + 4 || end > file.length) return null
    const data = file.subarray(at + 4, end)
    const whole = file.subarray(at, end)
    at = end
    if (frames.has(marker)) {
      if (framed || !isSensibleFrame(data)) return null
      framed = true
      parts.push(whole)
    } else if (marker === startOfScan) {
      const until = endOfScan(file, end)
      scans++
      if (!framed || until === -1 || scans > scansMax) return null
      parts.push(whole, file.subarray(end, until))
      at = until
    } else if (tables.has(marker) || isColourNote(marker, data)) parts.push(whole)
    else if (!isApplication(marker) && marker !== comment) return null
  }
}
