import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanImage } from './clean-image.ts'
import { gif, jpeg, png, pngChunk } from './testing-images.ts'

const typeOf = async (file: Uint8Array) => (await cleanImage(file))?.type ?? null
const contentOf = async (file: Uint8Array) => Buffer.from((await cleanImage(file))?.content ?? [])

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const zipEnd = Buffer.from('504b0506'.padEnd(44, '0'), 'hex')

describe('a picture', () => {
  it('is known by its content', async () => {
    expect(await typeOf(png())).toBe('image/png')
    expect(await typeOf(jpeg())).toBe('image/jpeg')
    expect(await typeOf(gif())).toBe('image/gif')
    expect(await contentOf(png())).toEqual(png())
    expect(await contentOf(jpeg())).toEqual(jpeg())
    expect(await contentOf(gif())).toEqual(gif())
  })

  it.each([
    ['an SVG', svg],
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a WebP', Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1')],
    ['a BMP', Buffer.from('BM\x1e\0\0\0', 'latin1')],
    ['a PNG’s beginning', png().subarray(0, 20)],
    ['a PNG without pixels', Buffer.concat([png().subarray(0, 33), pngChunk('IEND', Buffer.alloc(0))])],
    ['a JPEG’s beginning', jpeg().subarray(0, 40)],
    ['a GIF’s beginning', gif().subarray(0, 30)],
    ['a GIF that is a script', Buffer.from('GIF89a=1;alert(1)//')],
  ])('is not %s', async (_, file) => {
    expect(await typeOf(file)).toBeNull()
  })

  it('is nothing else as well', async () => {
    for (const picture of [png(), jpeg(), gif()])
      for (const other of [svg, zipEnd, Buffer.from([0])]) {
        expect(await typeOf(Buffer.concat([picture, other]))).toBeNull()
        expect(await typeOf(Buffer.concat([other, picture]))).toBeNull()
      }
  })

  it('loses what is not the picture', async () => {
    const secret = Buffer.from('Exif\0\0 taken at home <script>alert(1)</script>')
    const segment = (marker: number) =>
      Buffer.concat([Buffer.from([0xff, marker, 0, secret.length + 2]), secret])
    const extension = Buffer.concat([Buffer.from([0x21, 0xfe, secret.length]), secret, Buffer.from([0])])
    const parts = [
      [Buffer.concat([png().subarray(0, 33), pngChunk('tEXt', secret), png().subarray(33)]), png()],
      [Buffer.concat([png().subarray(0, 33), pngChunk('eXIf', secret), png().subarray(33)]), png()],
      [Buffer.concat([jpeg().subarray(0, 2), segment(0xe1), segment(0xfe), jpeg().subarray(2)]), jpeg()],
      [Buffer.concat([gif().subarray(0, -1), extension, gif().subarray(-1)]), gif()],
    ] as const
    for (const [file, picture] of parts) expect(await contentOf(file)).toEqual(picture)
  })

  it('keeps what moves: a film’s pauses and its loop', async () => {
    const loop = Buffer.from('21ff0b4e45545343415045322e300301000000', 'hex')
    const pause = Buffer.from('21f904000a000000', 'hex')
    const still = gif()
    const film = Buffer.concat([still.subarray(0, 19), loop, pause, still.subarray(19)])
    expect(await contentOf(film)).toEqual(film)
  })

  it('is no bomb: neither larger than pages can show, nor larger than it says', async () => {
    const million = Buffer.alloc(1_000_000)
    expect(await typeOf(png({ width: 4_096, height: 4_096, data: million }))).toBeNull()
    expect(await typeOf(png({ width: 50_000, height: 50_000, data: million }))).toBeNull()
    expect(await typeOf(png({ width: 2, height: 2, data: Buffer.alloc(200_000_000) }))).toBeNull()
    expect(await typeOf(jpeg({ width: 65_000, height: 65_000 }))).toBeNull()
    expect(await typeOf(jpeg({ scans: 65 }))).toBeNull()
    expect(await typeOf(gif({ width: 65_000, height: 65_000 }))).toBeNull()
    expect(await typeOf(gif({ frames: 301 }))).toBeNull()
    expect(await typeOf(gif({ width: 4_096, height: 4_096, frames: 4 }))).toBeNull()
    expect(await typeOf(gif({ width: 4_096, height: 4_096, frames: 3 }))).toBe('image/gif')
  })

  it('hides nothing behind its packed pixels, and is whole', async () => {
    const rows = Buffer.alloc(2 * 7)
    const packed = deflateSync(rows)
    const tail = Buffer.concat([packed, Buffer.from('PK\x03\x04 and more')])
    expect(await typeOf(png({ packed }))).toBe('image/png')
    expect(await typeOf(png({ packed: tail }))).toBeNull()
    expect(await typeOf(png({ packed: packed.subarray(0, -6) }))).toBeNull()
    const damaged = Buffer.from(png())
    damaged[20] = 1
    expect(await typeOf(damaged)).toBeNull()
  })

  it('may be interlaced, and then has the size of its passes', async () => {
    // 5 × 5 of one byte a pixel: passes of 1×1, 1×1, 2×1, 1×2, 3×1, 2×3, 5×2 and a byte a row.
    const size = 2 + 2 + 3 + 2 * 2 + 4 + 3 * 3 + 2 * 6
    const interlaced = (length: number) =>
      png({ width: 5, height: 5, colour: 0, interlace: 1, data: Buffer.alloc(length) })
    expect(await typeOf(interlaced(size))).toBe('image/png')
    expect(await typeOf(interlaced(size + 1))).toBeNull()
    expect(await typeOf(interlaced(30))).toBeNull()
  })

  it('whatever its bytes are, is taken as it stays or not at all', async () => {
    const damaged = fc
      .tuple(
        fc.constantFrom(png(), jpeg(), gif()),
        fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      )
      .map(([picture, changes]) => {
        const file = Buffer.from(picture)
        for (const [at, byte] of changes) file[at % file.length] = byte
        return file
      })
    await fc.assert(
      fc.asyncProperty(fc.oneof(damaged, fc.uint8Array({ maxLength: 200 })), async (file) => {
        const once = await cleanImage(file)
        if (once === null) return
        expect(await cleanImage(once.content)).toEqual(once)
        expect(once.content.length).toBeLessThanOrEqual(file.length)
      }),
    )
  })

  it('has its chunks summed as the format says', () => {
    expect(crc32(Buffer.from('IEND'))).toBe(0xae426082)
  })
})
