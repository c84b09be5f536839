import type { BoardLayout } from '../layout/layout.ts'
import type { TileView } from './tile-view.ts'
import { ease, type Tweens } from './tweens.ts'

/** Milliseconds, as the tokens of the interface have them. */
const times = {
  press: 80,
  open: 120,
  flip: 160,
  stagger: 22,
  /** From one tile that the house opens to the next. */
  cascade: 60,
  /** A picked tile trembles for as long as links may take, and a little longer. */
  roll: 1_800,
}

/** How a board's tiles move: while they wait to be opened, as they are, and when a next board is dealt. */
export const createTileMotions = ({
  tweens,
  tiles,
  layout: { columns, rows },
}: {
  tweens: Tweens
  tiles: readonly TileView[]
  layout: BoardLayout
}) => {
  /** What moves a tile while it is not opened: the ring of one on its way, one that is about to be drawn, or one that rises. */
  const unopened = new Map<number, () => void>()

  const sink = (index: number, delay = 0): void => {
    const tile = tiles[index]
    if (!tile) return
    tile.sink(0)
    tile.pop(0.6)
    tweens.run({ duration: times.open, delay, step: tile.sink })
    tweens.run({
      duration: times.open * 1.6,
      delay: delay + times.open * 0.4,
      ease: ease.settle,
      step: (part) => tile.pop(0.6 + 0.4 * part),
    })
  }
  /** What the house opens sinks tile by tile, from the top left, where the light comes from. */
  const cascade = (opened: readonly number[], delay = 0): void => {
    for (const [place, tile] of opened.toSorted((a, b) => a - b).entries())
      sink(tile, delay + place * times.cascade)
  }
  /** The pending ring turns for as long as the move is on its way. */
  const orbit = (index: number, tile: TileView): void => {
    const stop = tweens.run({
      duration: 900,
      ease: (part) => part,
      step: (part) => tile.turn(part * 2 * Math.PI),
      done: () => orbit(index, tile),
    })
    unopened.set(index, stop)
  }

  return {
    sink,
    cascade,
    orbit,
    /** A drum roll, the stronger the more of the links are here: a tile that is about to be drawn trembles. */
    roll(index: number, tile: TileView, share: number): void {
      const stop = tweens.run({
        duration: times.roll,
        ease: (part) => part,
        step: (part) =>
          tile.tremble(Math.sin(part * times.roll * 0.07) * (1 - part) * (0.01 + 0.014 * share)),
      })
      unopened.set(index, stop)
    },
    rise(index: number, tile: TileView): void {
      const stop = tweens.run({ duration: times.press, step: (part) => tile.press(1 - part) })
      unopened.set(index, stop)
    },
    /** Ends the ring of a tile, its trembling or its rising. */
    stop(index: number): void {
      unopened.get(index)?.()
      unopened.delete(index)
    },
    /** The next board: tiles turn up one diagonal after the other; then the house opens its own. */
    deal(openers: readonly number[]): void {
      const dealtAt = (diagonal: number) => diagonal * times.stagger * 1.6
      cascade(openers, dealtAt(columns + rows - 2) + times.flip)
      tiles.forEach((tile, index) => {
        const diagonal = (index % columns) + Math.floor(index / columns)
        tile.flip(0)
        tweens.run({ duration: times.flip, delay: dealtAt(diagonal), step: tile.flip })
      })
    },
  }
}
export type TileMotions = ReturnType<typeof createTileMotions>
