import { crc32, createInflate } from 'node:zlib'
import { isSensibleSize } from './image.ts'

/** Portable Network Graphics, third edition (W3C). */
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** What makes the picture; texts, profiles, animation and everything private are left out. */
const kept = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB', 'IDAT', 'IEND'])

/** Bit depths each colour type may have, and its samples a pixel. */
const colourTypes: ReadonlyMap<number, { depths: readonly number[]; samples: number }> = new Map([
  [0, { depths: [1, 2, 4, 8, 16], samples: 1 }],
  [2, { depths: [8, 16], samples: 3 }],
  [3, { depths: [1, 2, 4, 8], samples: 1 }],
  [4, { depths: [8, 16], samples: 2 }],
  [6, { depths: [8, 16], samples: 4 }],
])

/** Adam7: where each pass begins and how far apart its pixels are. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

type Chunk = { type: string; data: Buffer; whole: Buffer }

/** All chunks, or null where one is cut off, damaged, or something comes after the last. */
const readChunks = (file: Buffer): Chunk[] | null => {
  const chunks: Chunk[] = []
  for (let at = signature.length; at < file.length; ) {
    if (at + 12 > file.length) return null
    const end = at + 12 + file.readUInt32BE(at)
    if (end > file.length) return null
    const type = file.toString('latin1', at + 4, at + 8)
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return null
    chunks.push({ type, data: file.subarray(at + 8, end - 4), whole: file.subarray(at, end) })
    at = end
    if (type === 'IEND') return at === file.length ? chunks : null
  }
  return null
}

/** How many bytes the picture has unpacked, or null where its header is wrong or it is too large. */
const unpackedSize = (header: Buffer): number | null => {
  if (header.length !== 13) return null
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [depth = 0, colour = 0, compression, filter, interlace] = header.subarray(8)
  const type = colourTypes.get(colour)
  if (!type?.depths.includes(depth) || !isSensibleSize(width, height)) return null
  if (compression !== 0 || filter !== 0 || (interlace !== 0 && interlace !== 1)) return null
  const rows = (columns: number, lines: number) =>
    columns === 0 ? 0 : lines * (1 + Math.ceil((columns * depth * type.samples) / 8))
  if (interlace === 0) return rows(width, height)
  const along = (size: number, start: number, step: number) => Math.ceil(Math.max(0, size - start) / step)
  return passes.reduce((sum, [x, y, dx, dy]) => sum + rows(along(width, x, dx), along(height, y, dy)), 0)
}

/** Whether `packed` unpacks to exactly `size` bytes and holds nothing else. Unpacks no more than that, a piece at a time. */
const unpacksTo = async (packed: Buffer, size: number): Promise<boolean> => {
  const inflate = createInflate()
  inflate.end(packed)
  let unpacked = 0
  try {
    for await (const piece of inflate) {
      unpacked += Buffer.isBuffer(piece) ? piece.length : 0
      if (unpacked > size) return false
    }
  } catch {
    return false
  }
  return unpacked === size && inflate.bytesWritten === packed.length
}

export const isPng = (file: Buffer): boolean => file.subarray(0, signature.length).equals(signature)

/** The same picture with nothing but the picture in it, or null where it is none. */
export const cleanPng = async (file: Buffer): Promise<Buffer | null> => {
  const chunks = isPng(file) ? readChunks(file) : null
  const header = chunks?.[0]
  if (!chunks || header?.type !== 'IHDR') return null
  const unknown = chunks.some(({ type }) => !kept.has(type) && /^[A-Z]/.test(type))
  const headers = chunks.filter(({ type }) => type === 'IHDR').length
  const size = unpackedSize(header.data)
  if (unknown || headers !== 1 || size === null) return null
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  if (!(await unpacksTo(packed, size))) return null
  return Buffer.concat([signature, ...chunks.filter(({ type }) => kept.has(type)).map(({ whole }) => whole)])
}
