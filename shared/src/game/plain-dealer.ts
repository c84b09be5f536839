import type { Dealer } from '../fairness/index.ts'
import { cluesOf } from '../fairness/index.ts'
import { minesOn, openersOn, type Rules } from '../rules/index.ts'

/** The server seed of every dealer made here. */
export const plainSeed = '5e'.repeat(32)

/** Everything that a dealer knows, given instead of derived. */
export type Deck = {
  rules: Rules
  order: readonly number[]
  /** The mined tiles of each board. */
  mines: readonly (readonly number[])[]
  /** In which order the clock tries the tiles of any board. */
  autoOrder: readonly number[]
  /** In which order the house tries the tiles of each board for its openers; as they are numbered if left out. */
  openOrders?: readonly (readonly number[])[]
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number)

/** A dealer of boards laid by hand, without proofs: for simulations and tests of the rules, never for a match. */
export const laidDealer = ({ rules, order, mines, autoOrder, openOrders = [] }: Deck): Dealer => {
  const boards = mines.map((mined) => ({ mined: new Set(mined), clues: cluesOf(mined, rules) }))
  return {
    order,
    board: (board) => ({ root: board.toString(16).padStart(64, '0'), leaves: [] }),
    openers: (board) =>
      (openOrders[board] ?? numbers(rules.w * rules.h))
        .filter((tile) => !boards[board]?.mined.has(tile))
        .slice(0, openersOn(rules, board)),
    tile(board, tile) {
      const layout = boards[board]
      const clue = layout?.clues[tile]
      if (!layout || clue === undefined) throw new RangeError(`no tile ${tile} on board ${board}`)
      const salt = ((board + 1) * 256 + tile).toString(16).padStart(32, 'a')
      return { mine: layout.mined.has(tile), clue, salt }
    },
    auto(_board, _turn, isClosed) {
      const tile = autoOrder.find(isClosed)
      if (tile === undefined) throw new RangeError('no tile is closed')
      return tile
    },
    serverSeed: plainSeed,
  }
}

const shuffled = (count: number, random: () => number): number[] => {
  const items = numbers(count)
  for (let index = count - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1))
    const [a, b] = [items[index], items[other]]
    if (a !== undefined && b !== undefined) {
      items[index] = b
      items[other] = a
    }
  }
  return items
}

/** A dealer whose order and boards are drawn from `random`, numbers in [0, 1). */
export const plainDealer = (random: () => number, seats: number, rules: Rules): Dealer => {
  const tiles = rules.w * rules.h
  return laidDealer({
    rules,
    order: shuffled(seats, random),
    mines: Array.from({ length: rules.boards }, (_, board) =>
      shuffled(tiles, random).slice(0, minesOn(rules, board)),
    ),
    autoOrder: shuffled(tiles, random),
    openOrders: rules.openers ? Array.from({ length: rules.boards }, () => shuffled(tiles, random)) : [],
  })
}
