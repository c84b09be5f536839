import type { BoardTints } from '@minefall/shared/theme'
import { seatShapes } from '../../../ui/SeatMark.tsx'
import { cssColor } from './tinted.ts'

/** The drawing of a seat mark reaches this far each way in its own units. */
const units = 24

/** Paints who: colour, shape and number; grey for a seat that is out. `size` is pixels across. */
export const paintSeat = (
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
