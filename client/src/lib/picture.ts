import { avatarBytesMax } from '@minefall/shared/contracts/rest'
import type { NoticeName } from '@minefall/shared/notices'

/** What a slow line carries well within the time that a request may take, in bytes. Lighter pictures go as they are. */
const light = 1_500_000
/** The most pixels a side that the server keeps of a proof. */
const side = 2_000
/** What figures in a photograph of a screen need to stay sharp. */
const jpegQuality = 0.9

/** What a picture is drawn at so that it fits: never larger than it is. */
export const fitInto = (width: number, height: number, most: number): { width: number; height: number } => {
  const scale = Math.min(1, most / width, most / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

const redraw = async (file: Blob): Promise<Blob | null> => {
  const bitmap = await createImageBitmap(file)
  try {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, fitInto(bitmap.width, bitmap.height, side))
    const context = canvas.getContext('2d')
    if (!context) return null
    // What is transparent would be black in a JPEG.
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', jpegQuality))
  } finally {
    bitmap.close()
  }
}

/**
 * A heavy picture at the size that the server keeps, for lines that are slow; a light one as it is, so that the very
 * same file is known again. What the browser can't draw goes as it is, too: the server says what is wrong with it.
 */
export const lightPicture = async (file: Blob): Promise<Blob> => {
  if (file.size <= light) return file
  const redrawn = await redraw(file).catch(() => null)
  return redrawn && redrawn.size < file.size ? redrawn : file
}

/** The pictures that are taken as avatars, by the bytes they begin with. */
const beginnings = [
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/gif', bytes: [0x47, 0x49, 0x46, 0x38] },
] as const

export type PictureType = (typeof beginnings)[number]['type']

/** What a file chooser offers. */
export const pictureTypes = beginnings.map(({ type }) => type).join(',')

/** A picture that can be cropped; `url` is an object URL. */
export type Picture = { url: string; type: PictureType }

/** A file that can be cropped, or why it can't. */
export type CheckedPicture = { type: PictureType } | { refused: NoticeName }

/** Reads what a file is from its content, whatever its name says, and how large it may be. */
export const checkPicture = async (file: Blob): Promise<CheckedPicture> => {
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  const known = beginnings.find(({ bytes }) => bytes.every((byte, index) => head[index] === byte))
  if (!known) return { refused: 'image-format' }
  return file.size > avatarBytesMax ? { refused: 'image-large' } : { type: known.type }
}
