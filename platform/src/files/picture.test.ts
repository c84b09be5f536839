import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { Busy } from '../http/index.ts'
import { avatarPicture, readablePicture } from './picture.ts'
import { gif, jpeg, painted, png, pngChunk } from './testing-images.ts'

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const page = Buffer.from('<!doctype html><script>alert(1)</script>')
const zipEnd = Buffer.from('504b0506'.padEnd(44, '0'), 'hex')
const secret = Buffer.from('taken at home <script>alert(1)</script>')

/** What came out, read again. */
const seen = async (file: Uint8Array, read = readablePicture) => {
  const picture = await read(file)
  if (!picture) return null
  const content = Buffer.from(picture.content)
  const { data, info } = await sharp(content).raw().toBuffer({ resolveWithObject: true })
  const { format, width, height, exif, icc, xmp, iptc, orientation } = await sharp(content).metadata()
  return { content, type: picture.type, format, width, height, data, info, exif, icc, xmp, iptc, orientation }
}
/** Each sample of the pixel in a corner, to within what JPEG may change. */
const colorAt = (
  { data, info }: { data: Buffer; info: { channels: number; width: number } },
  x: number,
  y: number,
) =>
  [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)].map((sample) =>
    Math.round(sample / 64),
  )
const [red, blue, white] = [
  [3, 0, 0],
  [0, 0, 3],
  [4, 4, 4],
]

describe('a picture', () => {
  it('waits for its turn behind at most 30 others, and is turned away as busy beyond them', async () => {
    const file = gif()
    const results = await Promise.allSettled(Array.from({ length: 33 }, () => avatarPicture(file)))
    expect(results.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 31 }, () => 'fulfilled'),
      'rejected',
      'rejected',
    ])
    expect(results.at(-1)).toMatchObject({ reason: expect.any(Busy) })
    expect(await avatarPicture(file)).not.toBeNull()
  })

  it('is known by its content, and packed again: JPEG, or PNG where an avatar may be seen through', async () => {
    const files = [
      await jpeg(),
      await painted().png().toBuffer(),
      await painted().gif().toBuffer(),
      png(),
      gif(),
    ]
    for (const file of files) {
      expect(await readablePicture(file)).toMatchObject({ type: 'image/jpeg' })
      expect(await avatarPicture(file)).toMatchObject({ type: 'image/jpeg' })
    }
    const glass = await painted({ color: '#c0202080' }).png().toBuffer()
    expect(await seen(glass, avatarPicture)).toMatchObject({
      type: 'image/png',
      format: 'png',
      info: { channels: 4 },
    })
    const onWhite = await seen(await painted({ color: '#ffffff00' }).png().toBuffer())
    expect(onWhite).toMatchObject({ type: 'image/jpeg', format: 'jpeg' })
    expect(onWhite && colorAt(onWhite, 0, 0)).toEqual(white)
  })

  it('is bounded in size, and not made larger', async () => {
    const large = await jpeg({ width: 3_000, height: 1_500 })
    expect(await seen(large)).toMatchObject({ width: 2_000, height: 1_000 })
    expect(await seen(large, avatarPicture)).toMatchObject({ width: 512, height: 256 })
    expect(await seen(await jpeg({ width: 20, height: 30 }))).toMatchObject({ width: 20, height: 30 })
  })

  it('stands upright, and forgets where it was taken, by whom and with what', async () => {
    // Left half red, right half blue; to be shown turned by a quarter, so that red is on top.
    const file = await painted({ width: 64, height: 32, color: '#c00000' })
      .composite([
        {
          input: await painted({ width: 32, height: 32, color: '#0000c0' }).png().toBuffer(),
          left: 32,
          top: 0,
        },
      ])
      .flatten()
      .withIccProfile('p3')
      .withExif({
        IFD0: { Artist: 'Some Body' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const before = await sharp(file).metadata()
    expect(before.exif?.includes('Some Body')).toBe(true)
    expect(before).toMatchObject({ width: 64, orientation: 6 })
    for (const read of [readablePicture, avatarPicture]) {
      const after = await seen(file, read)
      expect(after).toMatchObject({ width: 32, height: 64, exif: undefined, icc: undefined, xmp: undefined })
      expect(after?.orientation).toBeUndefined()
      expect(after?.content.includes('Some Body')).toBe(false)
      expect(after && colorAt(after, 16, 4)).toEqual(red)
      expect(after && colorAt(after, 16, 60)).toEqual(blue)
    }
  })

  it.each([
    ['an SVG', svg],
    ['nothing', Buffer.alloc(0)],
    ['a page', page],
    ['a WebP', Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1')],
    ['a BMP', Buffer.from('BM\x1e\0\0\0', 'latin1')],
    ['a TIFF', Buffer.from('II*\0\x08\0\0\0', 'latin1')],
    ['a PDF', Buffer.from('%PDF-1.7\n%%EOF')],
    ['a PNG’s beginning', png().subarray(0, 20)],
    ['a PNG without pixels', Buffer.concat([png().subarray(0, 33), pngChunk('IEND', Buffer.alloc(0))])],
    ['a GIF’s beginning', gif().subarray(0, 12)],
    ['a GIF that is a script', Buffer.from('GIF89a=1;alert(1)//')],
    ['an SVG behind the signature of a PNG', Buffer.concat([png().subarray(0, 8), svg])],
    ['a page behind the signature of a JPG', Buffer.concat([Buffer.from('ffd8ff', 'hex'), page])],
  ])('is not %s', async (_, file) => {
    expect(await readablePicture(file)).toBeNull()
    expect(await avatarPicture(file)).toBeNull()
  })

  it('is no other format that libvips could read', async () => {
    const files = [
      await painted().webp().toBuffer(),
      await painted().tiff().toBuffer(),
      await painted().avif().toBuffer(),
    ]
    for (const file of files) {
      expect(await readablePicture(file)).toBeNull()
      // Nor where another signature stands in front of what its loader would know.
      await expect(sharp(file).toBuffer()).rejects.toThrow('unsupported')
    }
    await expect(sharp(svg).toBuffer()).rejects.toThrow('unsupported')
    await expect(sharp('/etc/hostname').toBuffer()).rejects.toThrow()
  })

  it('that is cut off or damaged is none', async () => {
    const whole = await jpeg({ width: 200, height: 200 })
    const film = await painted({ width: 200, height: 200 }).gif().toBuffer()
    const flat = await painted({ width: 200, height: 200 }).png().toBuffer()
    for (const file of [whole, film, flat])
      expect(await readablePicture(file.subarray(0, Math.floor(file.length / 2)))).toBeNull()
    const damaged = Buffer.from(png())
    damaged[20] = 1
    expect(await readablePicture(damaged)).toBeNull()
    const packed = deflateSync(Buffer.alloc(14))
    expect(await readablePicture(png({ packed: packed.subarray(0, -7) }))).toBeNull()
  })

  it('that is something else as well comes out as the picture alone', async () => {
    const pictures = [await jpeg(), await painted().png().toBuffer(), await painted().gif().toBuffer()]
    for (const picture of pictures)
      for (const other of [svg, page, zipEnd, secret]) {
        const both = Buffer.concat([picture, other])
        for (const read of [readablePicture, avatarPicture])
          expect((await read(both)) ?? (await read(picture))).toEqual(await read(picture))
        expect(await readablePicture(Buffer.concat([other, picture]))).toBeNull()
      }
    const texts = Buffer.concat([png().subarray(0, 33), pngChunk('tEXt', secret), png().subarray(33)])
    const comment = Buffer.concat([
      (await jpeg()).subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, secret.length + 2]),
      secret,
      (await jpeg()).subarray(2),
    ])
    for (const file of [texts, comment]) {
      const made = await seen(file)
      expect(made?.content.length).toBeGreaterThan(0)
      expect(made?.content.includes('alert')).toBe(false)
    }
  })

  it('that moves becomes its first frame', async () => {
    const raw = Buffer.concat([Buffer.alloc(8 * 8 * 3, 200), Buffer.alloc(8 * 8 * 3, 20)])
    const film = await sharp(raw, { raw: { width: 8, height: 16, channels: 3, pageHeight: 8 } })
      .gif({ loop: 0, delay: [100, 100] })
      .toBuffer()
    expect((await sharp(film).metadata()).pages).toBe(2)
    const still = await seen(film)
    expect(still).toMatchObject({ width: 8, height: 8 })
    expect(still && colorAt(still, 4, 4)).toEqual([3, 3, 3])
  })

  it('is no bomb: neither larger than can be unpacked, nor larger than it says', async () => {
    const million = Buffer.alloc(1_000_000)
    expect(await readablePicture(png({ width: 5_001, height: 5_000, data: million }))).toBeNull()
    expect(await readablePicture(png({ width: 50_000, height: 50_000, data: million }))).toBeNull()
    expect(await readablePicture(gif({ width: 65_000, height: 65_000 }))).toBeNull()
    expect(await readablePicture(gif({ width: 5_000, height: 5_001, frames: 300 }))).toBeNull()
    // What is packed around the pixels is not unpacked.
    const packed = deflateSync(Buffer.alloc(200_000_000))
    for (const [name, begin] of [
      ['zTXt', 'Comment\0\0'],
      ['iCCP', 'profile\0\0'],
      ['iTXt', 'XML:com.adobe.xmp\0\x01\0\0\0'],
    ] as const) {
      const chunk = pngChunk(name, Buffer.concat([Buffer.from(begin), packed]))
      const made = await readablePicture(Buffer.concat([png().subarray(0, 33), chunk, png().subarray(33)]))
      expect(made?.content.length ?? 0).toBeLessThan(1_000)
    }
    const lying = await readablePicture(png({ width: 2, height: 2, data: Buffer.alloc(50_000_000) }))
    expect(lying?.content.length ?? 0).toBeLessThan(1_000)
  })

  it('of 24 megapixels is taken, as phones make them', async () => {
    expect(await seen(await jpeg({ width: 6_000, height: 4_000 }))).toMatchObject({
      width: 2_000,
      height: 1_333,
    })
  })

  it('of whatever bytes comes out whole or not at all', async () => {
    const files = [png(), gif(), await jpeg()]
    const damaged = fc
      .tuple(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.nat(700), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      )
      .map(([picture, changes]) => {
        const file = Buffer.from(picture)
        for (const [at, byte] of changes) file[at % file.length] = byte
        return file
      })
    await fc.assert(
      fc.asyncProperty(fc.oneof(damaged, fc.uint8Array({ maxLength: 200 })), async (file) => {
        const made = await readablePicture(file)
        if (made === null) return
        expect(await sharp(Buffer.from(made.content)).metadata()).toMatchObject({ format: 'jpeg' })
      }),
      { numRuns: 40 },
    )
  })
})
