import type { BoardTints } from '@minefall/shared/theme'
import { type BoardScene, silentClue, type TileScene } from '../../../board/model/scene.ts'
import { bleed, type PictureName, pictures } from '../../../board/pixi/paint.ts'
import { cssColor, type Tinted, tinted } from './tinted.ts'

/** Where a board is painted: a square of `side`, its top left at `x`, `y`. */
export type Place = { x: number; y: number; side: number }

type Put = (
  name: PictureName,
  tint: number | null,
  x: number,
  y: number,
  options?: { alpha?: number; width?: number; height?: number },
) => void

const numerals: readonly PictureName[] = ['dot', '1', '2', '3', '4', '5', '6', '7', '8']

type Painting = { put: Put; tile: number; lift: number; tints: BoardTints }

const paintClosed = ({ put, tile, lift, tints }: Painting, x: number, y: number) => {
  put('shadow', tints.shade, x + lift * 0.5 - tile * bleed, y + lift * 1.7 - tile * bleed, {
    alpha: tints.light ? 0.26 : 0.46,
  })
  put('slab', tints.tileSkirtDim, x, y + lift + 1)
  put('slab', tints.tileSkirt, x, y + lift)
  put('slab', tints.tileLow, x, y)
  put('cap', tints.tileLit, x, y)
  put('edge', tints.lit, x, y)
}

const paintWell = ({ put, tile, tints }: Painting, x: number, y: number) => {
  put('lip', tints.lit, x, y, { alpha: tints.light ? 0.9 : 0.62 })
  put('slab', tints.well, x + 1, y + 1, { width: tile - 2, height: tile - 2 })
  put('shade', tints.shade, x, y, { alpha: tints.light ? 0.5 : 1 })
}

type Opened = Extract<TileScene, { kind: 'open' | 'mine' }>

const paintOpened = (painting: Painting, scene: Opened, x: number, y: number) => {
  const { put, tile, tints } = painting
  paintWell(painting, x, y)
  const own = tints.seats[scene.seat] ?? tints.text
  if (scene.kind === 'mine') {
    put('slab', tints.scorch, x + 1, y + 1, { width: tile - 2, height: tile - 2 })
    put('ember', tints.danger, x, y)
    put('outline', own, x, y, { alpha: 0.74 })
    put('mine', null, x, y)
    return
  }
  const isSilent = scene.clue === silentClue
  const name = isSilent ? 'dot' : (numerals[scene.clue] ?? 'dot')
  const tint = isSilent ? own : (tints.clues[scene.clue] ?? tints.text)
  if (scene.last) put('outline', own, x, y, { alpha: 0.74 })
  put(name, tint, x, y)
}

/** Paints a board at rest as the match shows it, with the same pictures and tints. */
export const paintBoard = (
  context: CanvasRenderingContext2D,
  { x: left, y: top, side }: Place,
  { scene, tints, font }: { scene: BoardScene; tints: BoardTints; font: string },
): void => {
  const { columns, rows, tiles } = scene
  const frame = side * 0.03
  const gap = side * 0.012
  const inner = side - 2 * frame - 2 * gap
  const pitch = inner / Math.max(columns, rows)
  const tile = pitch - gap
  const lift = Math.max(3, tile * 0.1)
  const all = pictures({ tile, lift, round: tile * 0.16 }, font)
  const ready = new Map<string, Tinted>()
  const put: Put = (name, tint, x, y, { alpha = 1, width, height } = {}) => {
    const key = `${name} ${tint}`
    const made = ready.get(key) ?? tinted(all[name], 1, tint)
    ready.set(key, made)
    // Numerals' dots are smaller than their tile: in its middle.
    const inset = name === 'dot' ? (tile - made.width) / 2 : 0
    context.globalAlpha = alpha
    context.drawImage(
      made.canvas,
      x + inset,
      y + inset,
      width ?? made.canvas.width,
      height ?? made.canvas.height,
    )
    context.globalAlpha = 1
  }

  context.fillStyle = cssColor(tints.frameLit)
  context.beginPath()
  context.roundRect(left, top, side, side, side * 0.04)
  context.fill()
  context.fillStyle = cssColor(tints.tray)
  context.beginPath()
  context.roundRect(left + frame, top + frame, side - 2 * frame, side - 2 * frame, side * 0.028)
  context.fill()

  const painting: Painting = { put, tile, lift, tints }
  const startX = left + frame + gap + (inner - columns * pitch + gap) / 2
  const startY = top + frame + gap + (inner - rows * pitch + gap) / 2
  const at = (index: number) => ({
    x: startX + (index % columns) * pitch,
    y: startY + Math.floor(index / columns) * pitch,
  })
  // The wells first, so that the shadows of their neighbours fall on them.
  tiles.forEach((one, index) => {
    const { x, y } = at(index)
    if (one.kind === 'open' || one.kind === 'mine') paintOpened(painting, one, x, y)
  })
  tiles.forEach((one, index) => {
    const { x, y } = at(index)
    if (one.kind !== 'open' && one.kind !== 'mine') paintClosed(painting, x, y)
  })
}
