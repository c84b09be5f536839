import type { BoardTints, DerivedTheme } from '@minefall/shared/theme'
import type { BoardScene } from '../../../board/model/scene.ts'
import { seatShapes } from '../../../ui/SeatMark.tsx'
import { cssColor, paintBoard } from './paint-board.ts'
import { beginPicture, margin, pictureSize } from './paint-picture.ts'

/** The drawing of a seat mark reaches this far each way in its own units. */
const units = 24

/** Paints who: color, shape and number; gray for a seat that is out. `size` is pixels across. */
const paintSeat = (
  context: CanvasRenderingContext2D,
  { seat, x, y, size, out }: { seat: number; x: number; y: number; size: number; out: boolean },
  { tints, font }: { tints: BoardTints; font: string },
): void => {
  const shape = seatShapes[seat]
  if (!shape) return
  context.save()
  context.translate(x, y)
  context.scale(size / units, size / units)
  context.fillStyle = cssColor(out ? tints.textDim : (tints.seats[seat] ?? tints.text))
  context.fill(new Path2D(shape.path))
  context.fillStyle = cssColor(out ? tints.surface : (tints.onSeats[seat] ?? tints.surface))
  context.font = `800 12px ${font}`
  context.textAlign = 'center'
  context.textBaseline = 'alphabetic'
  context.fillText(String(seat + 1), units / 2, shape.y)
  context.restore()
}

export type PictureSeat = { seat: number; name: string; out: boolean; won: boolean }

/** What a picture of a result tells; every word is in the player's language. */
export type ResultPicture = {
  scene: BoardScene
  table: string
  /** Who won. */
  headline: string
  /** What they won. */
  detail: string
  /** Those seated, in the order of their turns. */
  seats: readonly PictureSeat[]
  /** The winner's seat; null where several shared. */
  winner: number | null
  /** That the board was checked; null where it was not. */
  verified: string | null
  /** Where it was played. */
  host: string
}

const boardSide = 824
const boardTop = 148

/** Paints the picture of a result in the colors of a theme on a canvas, whose size it sets. */
export const paintResult = (
  canvas: HTMLCanvasElement,
  told: ResultPicture,
  theme: DerivedTheme,
  font: string,
): void => {
  const { width, height } = pictureSize
  const ground = beginPicture(canvas, { theme, font, title: told.table, host: told.host })
  if (!ground) return
  const { context, color, line } = ground

  const boardLeft = (width - boardSide) / 2
  const place = { x: boardLeft, y: boardTop, side: boardSide }
  paintBoard(context, place, { scene: told.scene, tints: theme.tints, font })

  const under = boardTop + boardSide
  const isOne = told.winner !== null
  if (told.winner !== null)
    paintSeat(
      context,
      { seat: told.winner, x: margin, y: under + 42, size: 104, out: false },
      { tints: theme.tints, font },
    )
  const textLeft = isOne ? margin + 132 : margin
  const textWidth = width - margin - textLeft
  line({
    text: told.headline,
    x: textLeft,
    y: under + 94,
    size: 62,
    weight: 800,
    color: color('--text-1'),
    width: textWidth,
  })
  line({
    text: told.detail,
    x: textLeft,
    y: under + 144,
    size: 36,
    weight: 600,
    color: color('--primary-ink'),
    width: textWidth,
  })

  const column = (width - 2 * margin) / told.seats.length
  told.seats.forEach(({ seat, name, out, won }, index) => {
    const x = margin + index * column
    const y = under + 196
    paintSeat(context, { seat, x, y, size: 40, out }, { tints: theme.tints, font })
    line({
      text: name,
      x: x + 52,
      y: y + 30,
      size: 28,
      weight: won ? 750 : 550,
      color: color(won ? '--text-1' : '--text-2'),
      width: column - 66,
    })
  })

  if (told.verified !== null)
    line({
      text: `✓ ${told.verified}`,
      x: margin,
      y: height - 52,
      size: 30,
      weight: 650,
      color: color('--success-ink'),
      width: 520,
    })
}
