import type { BoardTints } from '@minefall/shared/theme'
import type { BoardLayout } from '../layout/layout.ts'
import { silentClue, type TileScene } from '../model/scene.ts'
import { bleed, type PictureName } from './paint.ts'

/** A picture of the atlas on a tile, in CSS pixels from the tile's top left; a `tint` of null leaves its own colors. */
export type Part = {
  name: PictureName
  tint: number | null
  x: number
  y: number
  alpha: number
  /** Pixels across and down, where that is not the picture's own size. */
  side?: number
  /** `x` and `y` are where its middle goes. */
  isCentered?: boolean
}

export const part = (name: PictureName, tint: number | null, more: Partial<Part> = {}): Part => ({
  name,
  tint,
  x: 0,
  y: 0,
  alpha: 1,
  ...more,
})

type Wear = { layout: Pick<BoardLayout, 'tile' | 'lift'>; tints: BoardTints }

/** A closed tile at rest, from its shadow up to its lit edge. */
export const closedParts = ({ layout: { tile, lift }, tints }: Wear) => ({
  shadow: part('shadow', tints.shade, {
    x: lift * 0.5 - tile * bleed,
    y: lift * 1.7 - tile * bleed,
    alpha: tints.light ? 0.26 : 0.46,
  }),
  foot: part('slab', tints.tileSkirtDim, { y: lift + 1 }),
  skirt: part('slab', tints.tileSkirt, { y: lift }),
  base: part('slab', tints.tileLow),
  face: part('cap', tints.tileLit),
  edge: part('edge', tints.lit),
})

const floorOf = ({ layout: { tile }, tints }: Wear, tint = tints.well): Part =>
  part('slab', tint, { x: 1, y: 1, side: tile - 2 })

/** Around what was opened last its seat's color, around what the house opened corners of no seat's. */
const ringOf = ({ tints }: Wear, { seat, last }: OpenedTile): Part | null => {
  if (seat === null) return part('corners', tints.textDim)
  return last ? part('outline', tints.seats[seat] ?? tints.text, { alpha: 0.74 }) : null
}

/** What an opened tile leaves: lip, floor and shade. */
const wellParts = (wear: Wear): Part[] => [
  part('lip', wear.tints.lit, { alpha: wear.tints.light ? 0.9 : 0.62 }),
  floorOf(wear),
  part('shade', wear.tints.shade, { alpha: wear.tints.light ? 0.5 : 1 }),
]

const numerals: readonly PictureName[] = ['dot', '1', '2', '3', '4', '5', '6', '7', '8']

export type OpenedTile = Extract<TileScene, { kind: 'open' | 'mine' }>

/** An opened tile at rest: the well, under it all, and the mark in it; `ember` is the heat under a mine. */
export const openedParts = (
  wear: Wear,
  scene: OpenedTile,
): { ground: Part[]; ember: Part | null; ring: Part | null; mark: Part } => {
  const { layout, tints } = wear
  const middle = { x: layout.tile / 2, y: layout.tile / 2, isCentered: true }
  const ring = ringOf(wear, scene)
  if (scene.kind === 'mine')
    return {
      ground: [...wellParts(wear), floorOf(wear, tints.scorch)],
      ember: part('ember', tints.danger),
      ring,
      mark: part('mine', null, middle),
    }
  const isSilent = scene.clue === silentClue
  const tint = isSilent && scene.seat !== null ? tints.seats[scene.seat] : tints.clues[scene.clue]
  return {
    ground: wellParts(wear),
    ember: null,
    ring,
    mark: part(isSilent ? 'dot' : (numerals[scene.clue] ?? 'dot'), tint ?? tints.text, middle),
  }
}
