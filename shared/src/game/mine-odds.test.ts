import { describe, expect, it } from 'vitest'
import { cluesOf } from '../fairness/index.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { catalogue } from './catalogue.ts'
import { type Constraint, constraintsOf, deduce, hiddenMines } from './deduction.ts'
import { boardOdds, mineOdds, riskOf } from './mine-odds.ts'
import { plainDealer } from './plain-dealer.ts'
import { chooseTile } from './practice.ts'
import { playOut, readyMatch } from './simulation.ts'
import type { BoardState } from './state.ts'

const rules = { boards: 9, clockMs: 12_000, clues: true, h: 4, mines: 5, rakeBps: 0, w: 4 }
const tiles = Array.from({ length: 16 }, (_, tile) => tile)

/** Every set of `count` of these tiles. */
const subsets = (from: readonly number[], count: number): number[][] => {
  if (count === 0) return [[]]
  return from.flatMap((tile, index) =>
    subsets(from.slice(index + 1), count - 1).map((rest) => [tile, ...rest]),
  )
}

const fits = (layout: ReadonlySet<number>, constraints: readonly Constraint[]): boolean =>
  constraints.every(
    (constraint) => constraint.tiles.filter((tile) => layout.has(tile)).length === constraint.mines,
  )

/** A half-opened board and, by trying all layouts, how often each closed tile is mined. */
const halfOpened = (seed: number) => {
  const random = seededRandom(seed)
  const order = tiles
    .map((tile) => ({ tile, by: random() }))
    .sort((a, b) => a.by - b.by)
    .map(({ tile }) => tile)
  const mined = order.slice(0, rules.mines)
  const clues = cluesOf(mined, rules)
  const opened = new Set([
    ...order.slice(rules.mines, rules.mines + 1 + (seed % 6)),
    ...mined.slice(0, seed % 2),
  ])
  const board: BoardState = {
    board: 0,
    root: '',
    leaves: [],
    tiles: tiles.map((tile) =>
      opened.has(tile)
        ? { mine: mined.includes(tile), clue: clues[tile] ?? 255, seat: 0, turn: 0, by: 'hand', salt: '' }
        : null,
    ),
  }
  const closed = tiles.filter((tile) => !opened.has(tile))
  const hidden = rules.mines - (seed % 2)
  const constraints = constraintsOf(board, rules)
  const layouts = subsets(closed, hidden)
    .map((layout) => new Set(layout))
    .filter((layout) => fits(layout, constraints))
  const counted = new Map(
    closed.map((tile) => [tile, layouts.filter((layout) => layout.has(tile)).length / layouts.length]),
  )
  return { board, closed, hidden, constraints, counted }
}

const halfOpenedBoards = Array.from({ length: 60 }, (_, seed) => halfOpened(seed))

describe('the odds of a mine', () => {
  it('are those found by trying every layout that fits the clues', () => {
    for (const { closed, hidden, constraints, counted } of halfOpenedBoards) {
      const { odds } = mineOdds(closed, constraints, hidden)
      expect([...odds.keys()].sort((a, b) => a - b)).toEqual(closed)
      for (const tile of closed) expect(odds.get(tile)).toBeCloseTo(counted.get(tile) ?? -1, 9)
    }
  })

  it('of a whole board are those too, and so is the risk of each of its tiles beside the best', () => {
    for (const { board, counted } of halfOpenedBoards) {
      const { odds, isExact } = boardOdds(board, rules)
      expect(isExact).toBe(true)
      expect(odds.size).toBe(counted.size)
      const [least, most] = [Math.min(...counted.values()), Math.max(...counted.values())]
      for (const [tile, share] of counted) {
        expect(odds.get(tile)).toBeCloseTo(share, 9)
        const taken = riskOf(tile, board, rules)
        expect(taken.risk).toBeCloseTo(share, 9)
        expect(taken.least).toBeCloseTo(least, 9)
        expect(taken).toMatchObject({ isChoice: most - least > 1e-9, isExact: true })
      }
    }
  })

  it('sum to the hidden mines throughout a match on every table', () => {
    for (const table of catalogue.filter((one) => one.rules.clues)) {
      const random = seededRandom(20)
      const dealer = plainDealer(random, table.seats, table.rules)
      const { state } = playOut(readyMatch(table, random), dealer, (view) => {
        if (!view.board) throw new Error('no board')
        const { odds, isExact } = boardOdds(view.board, table.rules)
        expect(isExact).toBe(true)
        const sum = [...odds.values()].reduce((total, odd) => total + odd, 0)
        expect(sum).toBeCloseTo(hiddenMines(view.board, table.rules), 6)
        return chooseTile(view, random, 'casual')
      })
      expect(state.moves.length).toBeGreaterThan(4)
    }
  })

  it('sum to the mines that are hidden', () => {
    for (const { closed, hidden, constraints } of halfOpenedBoards) {
      const sum = [...mineOdds(closed, constraints, hidden).odds.values()].reduce(
        (total, odd) => total + odd,
        0,
      )
      expect(sum).toBeCloseTo(hidden, 9)
    }
  })

  it('are estimated for every closed tile, between 0 and 1, when counting would take too long', () => {
    for (const { closed, hidden, constraints } of halfOpenedBoards) {
      const { odds, isExact } = mineOdds(closed, constraints, hidden, 0)
      expect(isExact).toBe(constraints.length === 0)
      expect([...odds.keys()].sort((a, b) => a - b)).toEqual(closed)
      for (const odd of odds.values()) {
        expect(odd).toBeGreaterThanOrEqual(0)
        expect(odd).toBeLessThanOrEqual(1)
      }
    }
  })
})

describe('deduction', () => {
  it('calls no tile safe that is mined in any layout that fits, and none mined that is safe in one', () => {
    let found = 0
    for (const { constraints, counted } of halfOpenedBoards) {
      const { certain } = deduce(constraints)
      for (const tile of certain.safe) expect(counted.get(tile)).toBe(0)
      for (const tile of certain.mined) expect(counted.get(tile)).toBe(1)
      found += certain.safe.size + certain.mined.size
    }
    expect(found).toBeGreaterThan(20)
  })

  it('leaves open what it cannot tell, with the certain tiles taken out', () => {
    const { certain, open } = deduce([
      { tiles: [0], mines: 1 },
      { tiles: [0, 1, 2], mines: 2 },
      { tiles: [2, 3], mines: 1 },
      { tiles: [4, 5], mines: 0 },
    ])
    expect([...certain.mined]).toEqual([0])
    expect([...certain.safe]).toEqual([4, 5])
    expect(open).toEqual([
      { tiles: [1, 2], mines: 1 },
      { tiles: [2, 3], mines: 1 },
    ])
  })
})
