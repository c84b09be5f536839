import { avatarBytesMax } from '@minefall/shared/contracts/rest'
import type { NoticeName } from '@minefall/shared/notices'

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
