/** The kinds of picture an avatar may be. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif'

/** A picture that was understood from its first to its last byte, with nothing in it but the picture. */
export type CleanImage = { type: ImageType; content: Uint8Array }

/** Bounds on what a browser has to unpack, whatever the file's own size: 4096 pixels a side, 16 million in all. */
const sideMax = 4_096
const pixelsMax = 16_777_216

export const isSensibleSize = (width: number, height: number): boolean =>
  width >= 1 && height >= 1 && width <= sideMax && height <= sideMax && width * height <= pixelsMax
