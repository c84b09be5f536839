import type { BoardScene, TileScene } from './scene.ts'

/** A small board to learn on: where its mines are is no secret, and no coin hangs on it. */
export type Practice = { columns: number; rows: number; mines: readonly number[]; opened: readonly number[] }

export const newPractice = (): Practice => ({ columns: 4, rows: 4, mines: [2, 5, 15], opened: [] })

/** How many of a tile's eight neighbors are mined. */
export const clueOf = ({ columns, rows, mines }: Practice, tile: number): number => {
  const [x, y] = [tile % columns, Math.floor(tile / columns)]
  return mines.filter((mine) => {
    const [across, along] = [Math.abs((mine % columns) - x), Math.abs(Math.floor(mine / columns) - y)]
    return Math.max(across, along) === 1 && mine < columns * rows
  }).length
}

export type PracticeState = 'playing' | 'mine' | 'cleared'

export const practiceState = ({ columns, rows, mines, opened }: Practice): PracticeState => {
  if (opened.some((tile) => mines.includes(tile))) return 'mine'
  return opened.length === columns * rows - mines.length ? 'cleared' : 'playing'
}

/** Opens a closed tile; nothing happens once a mine was hit or all is cleared. */
export const openPractice = (practice: Practice, tile: number): Practice =>
  practiceState(practice) !== 'playing' || practice.opened.includes(tile)
    ? practice
    : { ...practice, opened: [...practice.opened, tile] }

export const practiceScene = (practice: Practice): BoardScene => {
  const { columns, rows, mines, opened } = practice
  const last = opened.at(-1)
  const tiles = Array.from({ length: columns * rows }, (_, tile): TileScene => {
    if (!opened.includes(tile)) return { kind: 'closed' }
    return mines.includes(tile)
      ? { kind: 'mine', seat: 0, by: 'hand', last: tile === last }
      : { kind: 'open', clue: clueOf(practice, tile), seat: 0, by: 'hand', last: tile === last }
  })
  const playing = practiceState(practice) === 'playing'
  return { columns, rows, tiles, yours: playing, playable: playing }
}
