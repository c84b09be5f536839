/** Keys that move the focus on the board, as `KeyboardEvent.key` names them. */
const steps: Record<string, readonly [columns: number, rows: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export type BoardSize = { columns: number; rows: number }

/**
 * Where a key moves the focus: arrows by one tile without wrapping, Home and End within the row, with Ctrl to
 * the first and last tile. Null for any other key.
 */
export const focusAfter = (
  tile: number,
  key: { key: string; ctrl: boolean },
  { columns, rows }: BoardSize,
): number | null => {
  const column = tile % columns
  const row = Math.floor(tile / columns)
  if (key.key === 'Home') return key.ctrl ? 0 : row * columns
  if (key.key === 'End') return key.ctrl ? columns * rows - 1 : row * columns + columns - 1
  const step = steps[key.key]
  if (!step) return null
  const inside = (value: number, size: number) => Math.min(Math.max(value, 0), size - 1)
  return inside(row + step[1], rows) * columns + inside(column + step[0], columns)
}
