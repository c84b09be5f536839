/** A picture of the atlas: its size in CSS pixels and how it is painted at 0, 0. */
export type Picture = { width: number; height: number; paint(context: CanvasRenderingContext2D): void }

export type TileMeasure = { tile: number; lift: number; round: number }

/** A rounded box as the current path. */
export const box = (
  context: CanvasRenderingContext2D,
  inset: number,
  width: number,
  height: number,
  round: number,
) => {
  context.beginPath()
  context.roundRect(inset, inset, width - 2 * inset, height - 2 * inset, Math.max(0, round - inset))
}
