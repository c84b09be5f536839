/** The room a board may take, in CSS pixels, and how many device pixels one of them has. */
export type BoardRoom = {
  width: number
  height: number
  columns: number
  rows: number
  pixelRatio: number
}

export type Rect = { x: number; y: number; width: number; height: number }

/** Where everything of a board is, in CSS pixels; tile, gap and offsets are whole device pixels. */
export type BoardLayout = {
  columns: number
  rows: number
  tile: number
  gap: number
  /** From the left edge of one tile to that of the next. */
  pitch: number
  /** Height of a closed tile above the tray. */
  lift: number
  /** Corner radius of a tile. */
  round: number
  /** The frame around the tray; coordinates stand in its top and left. */
  frame: { top: number; right: number; bottom: number; left: number }
  /** Between the tray's edge and the first tile. */
  pad: number
  board: { width: number; height: number }
  tray: Rect
  /** How far the canvas reaches beyond the tray, so that no effect is cut off. */
  overhang: number
  /** Device pixels a CSS pixel the canvas is drawn with. */
  resolution: number
  /** Tiles this small ask for a second tap. */
  confirm: boolean
}

export const tileSize = { smallest: 24, largest: 128, sure: 40 } as const

/** How far a mine's shockwave and sparks reach, in tiles from the middle of theirs. */
export const shockReach = 2.25

/** A canvas finer than this costs more than the eye gains. */
const finest = 2

/** From this much room on, frame and gaps are the wide ones. */
const roomyFrom = 520

const trims = {
  roomy: { top: 26, right: 14, bottom: 14, left: 28, pad: 8, gap: 7 },
  plain: { top: 20, right: 9, bottom: 9, left: 22, pad: 5, gap: 5 },
  dense: { top: 18, right: 5, bottom: 5, left: 18, pad: 4, gap: 3 },
}

const trimFor = ({ width, height, columns, rows }: BoardRoom) => {
  if (Math.min(width, height) >= roomyFrom) return trims.roomy
  return Math.max(columns, rows) > 6 ? trims.dense : trims.plain
}

/** The largest board of whole device pixels that fits the room; never below the smallest tile. */
export const boardLayout = (room: BoardRoom): BoardLayout => {
  const { columns, rows } = room
  const ratio = room.pixelRatio > 0 ? room.pixelRatio : 1
  const down = (value: number) => Math.floor(value * ratio) / ratio
  const near = (value: number) => Math.round(value * ratio) / ratio
  const trim = trimFor(room)
  const gap = Math.max(near(trim.gap), 1 / ratio)
  const pad = near(trim.pad)
  const frame = {
    top: near(trim.top),
    right: near(trim.right),
    bottom: near(trim.bottom),
    left: near(trim.left),
  }
  const across = (room.width - frame.left - frame.right - 2 * pad - (columns - 1) * gap) / columns
  const along = (room.height - frame.top - frame.bottom - 2 * pad - (rows - 1) * gap) / rows
  const tile = down(Math.min(Math.max(Math.min(across, along), tileSize.smallest), tileSize.largest))
  const pitch = tile + gap
  const tray = {
    x: frame.left,
    y: frame.top,
    width: columns * pitch - gap + 2 * pad,
    height: rows * pitch - gap + 2 * pad,
  }
  return {
    columns,
    rows,
    tile,
    gap,
    pitch,
    lift: Math.max(4, near(tile * 0.1)),
    round: tile * 0.17,
    frame,
    pad,
    board: {
      width: frame.left + tray.width + frame.right,
      height: frame.top + tray.height + frame.bottom,
    },
    tray,
    overhang: near(tile * (shockReach - 0.5)),
    resolution: Math.min(ratio, finest),
    confirm: tile < tileSize.sure,
  }
}

/** A tile's box, from the top left of the tray. */
export const tileRect = ({ columns, pitch, pad, tile }: BoardLayout, index: number): Rect => ({
  x: pad + (index % columns) * pitch,
  y: pad + Math.floor(index / columns) * pitch,
  width: tile,
  height: tile,
})
