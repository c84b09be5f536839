import { turnstile } from '@minefall/shared/node'
import type { FastifyReply } from 'fastify'
import sharp, { type Sharp } from 'sharp'
import { Busy } from '../http/index.ts'

/** Sends a stored picture as that and nothing else. `cacheControl` says who may keep it, and for how long. */
export const sendPicture = (
  reply: FastifyReply,
  { type, content }: { type: string; content: Uint8Array },
  cacheControl: string,
): FastifyReply =>
  reply
    .type(type)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', 'inline')
    .header('cache-control', cacheControl)
    .send(Buffer.from(content))

/** A picture with nothing but the picture in it, as it is stored and served. */
export type Picture = { type: 'image/jpeg' | 'image/png'; content: Uint8Array }

/** More pixels than this are not unpacked: the 24 megapixels of a phone's photograph, and some more. */
const pixelsMax = 25_000_000
/** The longer side of what is made of an upload, in pixels; smaller pictures keep their size. */
const avatarSide = 512
const readableSide = 2_000
/** Uploads that may wait while one is read. */
const waitingMost = 30
/** Quality of JPEG: what people can't tell from the original, and at 2000 × 2000 of noise no more than 3.4 MB. */
const quality = 88

/**
 * libvips is one for the whole process. Its loaders are closed but for three, and these read from memory alone, so that
 * no file of another kind and no other file is ever opened. It works in one thread, one picture at a time, and keeps
 * nothing: matches have the processors and the memory. (With glibc's allocator, its own threads and its cache are also
 * what makes a long-running process grow.)
 */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'],
})
sharp.concurrency(1)
sharp.cache(false)
const inLine = turnstile<''>({ atOnce: 1, longest: waitingMost })

const signatures = [
  Buffer.from('ffd8ff', 'hex'),
  Buffer.from('89504e470d0a1a0a', 'hex'),
  Buffer.from('GIF87a'),
  Buffer.from('GIF89a'),
]

/** Whether a file begins like a JPG, PNG or GIF, whatever it is called. */
const beginsLikePicture = (file: Uint8Array): boolean =>
  signatures.some((signature) => signature.equals(file.subarray(0, signature.length)))

/**
 * Unpacks a JPG, PNG or GIF, of a film the first frame, and packs its pixels again: upright, at most `side` pixels a side.
 * Texts, places, profiles, thumbnails and whatever else was in the file are gone, since only pixels pass. Null for all
 * that is no whole picture, and for what is small as a file and huge as a picture. Rejects with `Busy` when too many wait.
 */
const repack = async (
  file: Uint8Array,
  side: number,
  pack: (pixels: Sharp) => Promise<Picture>,
): Promise<Picture | null> => {
  if (!beginsLikePicture(file)) return null
  const done = await inLine('', async () => {
    const pixels = sharp(file, { autoOrient: true, limitInputPixels: pixelsMax, pages: 1 })
    const size = { width: side, height: side, fit: 'inside', withoutEnlargement: true } as const
    try {
      return { picture: await pack(pixels.resize(size)) }
    } catch {
      // Whatever libvips has to say, it is about this file.
      return { picture: null }
    }
  })
  if (!done) throw new Busy('too many pictures wait to be unpacked')
  return done.picture
}

const asJpeg = async (pixels: Sharp): Promise<Picture> => ({
  type: 'image/jpeg',
  content: new Uint8Array(await pixels.flatten({ background: '#fff' }).jpeg({ quality }).toBuffer()),
})

/** A picture of someone: PNG where it may be seen through, else JPEG. See {@link repack}. */
export const avatarPicture = (file: Uint8Array): Promise<Picture | null> =>
  repack(file, avatarSide, async (pixels) => {
    const { data, info } = await pixels.raw().toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const raw = { width, height, channels }
    const { isOpaque } = await sharp(data, { raw }).stats()
    if (isOpaque) return asJpeg(sharp(data, { raw }))
    return { type: 'image/png', content: new Uint8Array(await sharp(data, { raw }).png().toBuffer()) }
  })

/** A picture of a payment, or one for support, to be read by people: JPEG, on white where it may be seen through. See {@link repack}. */
export const readablePicture = (file: Uint8Array): Promise<Picture | null> =>
  repack(file, readableSide, asJpeg)
