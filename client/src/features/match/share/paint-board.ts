import type { BoardTints } from '@minefall/shared/theme'
import { type BoardLayout, boardLayout, tileRect } from '../../../board/layout/layout.ts'
import { columnName } from '../../../board/model/coordinates.ts'
import type { BoardScene } from '../../../board/model/scene.ts'
import { pictures } from '../../../board/pixi/paint.ts'
import type { Picture } from '../../../board/pixi/picture.ts'
import { closedParts, openedParts, type Part } from '../../../board/pixi/tile-parts.ts'

/** A color of the board's tints as CSS has it. */
export const cssColor = (tint: number): string => `#${tint.toString(16).padStart(6, '0')}`

/** A white picture of the board's atlas in a color, `scale` device pixels a pixel, to be drawn at its own size. */
type Tinted = { canvas: HTMLCanvasElement; width: number; height: number }

const tinted = (picture: Picture, scale: number, tint: number | null): Tinted => {
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

/** Where a board is painted: a square of `side`, its top left at `x`, `y`. */
export type Place = { x: number; y: number; side: number }

/** Pixels of the picture for one of the board, so that its frame and letters are as large as they are in a match. */
const scale = 2

/** The corners of the frame and of the tray in it, as the board on the page has them. */
const corners = { frame: 24, tray: 19 } as const

type Painting = { layout: BoardLayout; tints: BoardTints; font: string }

const paintFrame = (context: CanvasRenderingContext2D, { layout, tints, font }: Painting) => {
  const { board, tray, frame, pad, pitch, tile, columns, rows } = layout
  const light = context.createLinearGradient(0, 0, board.width * 0.42, board.height)
  light.addColorStop(0, cssColor(tints.frameLit))
  light.addColorStop(0.4, cssColor(tints.surface))
  context.fillStyle = light
  context.beginPath()
  context.roundRect(0, 0, board.width, board.height, corners.frame)
  context.fill()
  context.fillStyle = cssColor(tints.tray)
  context.beginPath()
  context.roundRect(tray.x, tray.y, tray.width, tray.height, corners.tray)
  context.fill()

  context.save()
  context.font = `600 12px ${font}`
  context.fillStyle = cssColor(tints.textDim)
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const middleOf = (index: number) => pad + index * pitch + tile / 2
  for (let column = 0; column < columns; column += 1)
    context.fillText(columnName(column), tray.x + middleOf(column), frame.top / 2 + 1)
  for (let row = 0; row < rows; row += 1)
    context.fillText(String(row + 1), frame.left / 2, tray.y + middleOf(row))
  context.restore()
}

/** Paints a board at rest as the match shows it: in the same layout, of the same parts. */
export const paintBoard = (
  context: CanvasRenderingContext2D,
  { x: left, y: top, side }: Place,
  { scene, tints, font }: { scene: BoardScene; tints: BoardTints; font: string },
): void => {
  const { columns, rows, tiles } = scene
  const room = side / scale
  const layout = boardLayout({ width: room, height: room, columns, rows, pixelRatio: scale })
  const { board, tray } = layout
  const all = pictures(layout, font)
  const ready = new Map<string, Tinted>()
  const put = ({ name, tint, x, y, alpha, side: across, isCentered }: Part) => {
    const key = `${name} ${tint}`
    const made = ready.get(key) ?? tinted(all[name], scale, tint)
    ready.set(key, made)
    const width = across ?? made.width
    const height = across ?? made.height
    context.globalAlpha = alpha
    context.drawImage(
      made.canvas,
      isCentered ? x - width / 2 : x,
      isCentered ? y - height / 2 : y,
      width,
      height,
    )
  }
  const paintTiles = (paint: (scene: BoardScene['tiles'][number]) => void) => {
    tiles.forEach((one, index) => {
      const { x, y } = tileRect(layout, index)
      context.save()
      context.translate(tray.x + x, tray.y + y)
      paint(one)
      context.restore()
    })
  }

  context.save()
  context.translate(left + (side - board.width * scale) / 2, top + (side - board.height * scale) / 2)
  context.scale(scale, scale)
  paintFrame(context, { layout, tints, font })
  // The wells first, so that the shadows of their neighbors fall on them.
  paintTiles((one) => {
    if (one.kind !== 'open' && one.kind !== 'mine') return
    const { ground, ember, ring, mark } = openedParts({ layout, tints }, one)
    for (const each of [...ground, ember, ring, mark]) if (each) put(each)
  })
  paintTiles((one) => {
    if (one.kind === 'open' || one.kind === 'mine') return
    for (const each of Object.values(closedParts({ layout, tints }))) put(each)
  })
  context.restore()
}
