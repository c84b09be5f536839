import { cleanGif, isGif } from './gif.ts'
import type { CleanImage } from './image.ts'
import { cleanJpeg, isJpeg } from './jpeg.ts'
import { cleanPng, isPng } from './png.ts'

/**
 * Reads a picture by its content, whatever it is called, and gives it back with nothing but the picture in it: no
 * texts, places, profiles or thumbnails. Null for all that is no JPG, PNG or GIF from its first to its last byte, such
 * as a file that is something else as well, and for what is small as a file and huge as a picture.
 */
export const cleanImage = async (bytes: Uint8Array): Promise<CleanImage | null> => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const as = (type: CleanImage['type'], content: Buffer | null): CleanImage | null =>
    content && { type, content: Uint8Array.from(content) }
  if (isPng(file)) return as('image/png', await cleanPng(file))
  if (isJpeg(file)) return as('image/jpeg', cleanJpeg(file))
  if (isGif(file)) return as('image/gif', cleanGif(file))
  return null
}
