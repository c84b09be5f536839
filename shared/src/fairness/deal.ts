import type { Rules } from '../rules/index.ts'
import {
  autoOrder,
  cluesOf,
  matchKey,
  minesOf,
  openersOf,
  type Seeds,
  tileSalts,
  turnOrder,
} from './derive.ts'
import { commitments } from './prove.ts'

/**
 * Everything secret that a started match needs, as answers to questions. `deal` makes one from the seeds;
 * only the host holds it.
 */
export type Dealer = {
  /** Seats in the order of their turns. */
  order: readonly number[]
  /** The public commitments of a board. */
  board(board: number): { root: string; leaves: readonly string[] }
  /** The tiles that the house opens when a board begins, in the order of their opening. */
  openers(board: number): readonly number[]
  tile(board: number, tile: number): { mine: boolean; clue: number; salt: string }
  /** The tile opened for an expired clock: the first of `mf1/auto/<board>/<turn>` for which `isClosed` holds. */
  auto(board: number, turn: number, isClosed: (tile: number) => boolean): number
  serverSeed: string
}

type Layout = { mines: ReadonlySet<number>; clues: Uint8Array; saltOf: (tile: number) => string }

/** The boards that follow from a key: steps 5 and 6 of mf1. */
export type Boards = Pick<Dealer, 'board' | 'openers' | 'tile'>

export const dealBoards = (key: Uint8Array, rules: Rules): Boards => {
  const layouts = new Map<number, Layout>()

  const layoutOf = (board: number): Layout => {
    const known = layouts.get(board)
    if (known) return known
    const mines = minesOf(key, board, rules)
    const clues = Uint8Array.from(cluesOf(mines, rules))
    const layout = { mines: new Set(mines), clues, saltOf: tileSalts(key, board) }
    layouts.set(board, layout)
    return layout
  }

  const tile = (board: number, number: number) => {
    const { mines, clues, saltOf } = layoutOf(board)
    const clue = clues[number]
    if (clue === undefined) throw new RangeError(`no tile ${number} on a ${rules.w}×${rules.h} board`)
    return { mine: mines.has(number), clue, salt: saltOf(number) }
  }

  return {
    board(board) {
      return commitments(
        Array.from({ length: rules.w * rules.h }, (_, number) => ({
          board,
          tile: number,
          ...tile(board, number),
        })),
      )
    },
    openers(board) {
      const { mines } = layoutOf(board)
      return openersOf(key, board, rules, (number) => !mines.has(number))
    },
    tile,
  }
}

/**
 * Makes the dealer of a started match. Only the match's host may hold one while the match lives; afterwards anyone can
 * make the same one from the opened seeds.
 */
export const deal = ({ rules, ...seeds }: Seeds & { rules: Rules }): Dealer => {
  const key = matchKey(seeds)
  return {
    ...dealBoards(key, rules),
    order: turnOrder(key, seeds.players.length),
    auto(board, turn, isClosed) {
      const found = autoOrder(key, board, turn, rules).find(isClosed)
      if (found === undefined) throw new RangeError(`no closed tile is left on board ${board}`)
      return found
    },
    serverSeed: seeds.serverSeed,
  }
}
