import type { Picture } from './picture.ts'

/** Pixels a side of what is uploaded: sharp at the largest size an avatar is shown at, on the densest screen. */
const side = 512
/** What a JPEG of that size needs to show no blocks. */
const jpegQuality = 0.9

/** A part of a picture in its own pixels. */
export type Area = { x: number; y: number; width: number; height: number }

/**
 * Cuts `area` out of a picture and scales it to a square. The picture is drawn as its orientation says, so what comes
 * out is upright and needs none. A JPEG stays one; the others become PNG, which keeps what is transparent. Rejects
 * when the browser can't read the picture.
 */
export const cropPicture = async ({ url, type }: Picture, area: Area): Promise<Blob> => {
  const image = new Image()
  image.src = url
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser has no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side)
  const target = type === 'image/jpeg' ? 'image/jpeg' : 'image/png'
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, target, jpegQuality)
  })
  if (!blob) throw new Error('the picture could not be written')
  return blob
}
