import type { Picture } from '../../../board/pixi/picture.ts'

/** A colour of the board's tints as CSS has it. */
export const cssColor = (tint: number): string => `#${tint.toString(16).padStart(6, '0')}`

/** A white picture of the board's atlas in a colour, `scale` device pixels a pixel, to be drawn at its own size. */
export type Tinted = { canvas: HTMLCanvasElement; width: number; height: number }

export const tinted = (picture: Picture, scale: number, tint: number | null): Tinted => {
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(picture.width * scale)
  canvas.height = Math.ceil(picture.height * scale)
  const context = canvas.getContext('2d')
  if (context) {
    context.save()
    context.scale(scale, scale)
    picture.paint(context)
    context.restore()
    if (tint !== null) {
      context.globalCompositeOperation = 'source-in'
      context.fillStyle = cssColor(tint)
      context.fillRect(0, 0, canvas.width, canvas.height)
    }
  }
  return { canvas, width: picture.width, height: picture.height }
}
