import { expect, it } from 'vitest'
import { catalogue, minesOn, openersOn } from '../game/index.ts'
import { hash, u32 } from './bytes.ts'
import { minesOf, openersOf, turnOrder } from './derive.ts'

const boards = 100_000

/** What chi-square with so many degrees of freedom stays below in 99.99 % of fair draws (Wilson and Hilferty, 1931). */
const bound = (freedom: number): number => {
  const z = 3.719
  return freedom * (1 - 2 / (9 * freedom) + z * Math.sqrt(2 / (9 * freedom))) ** 3
}

const chiSquare = (counts: readonly number[]): number => {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

/**
 * Of tiles drawn without putting back, `drawn` of `all` a board: counts of one board lean against each other, by which
 * the sum is smaller than for draws of one each.
 */
const chiSquareOfDraws = (counts: readonly number[], drawn: number): number =>
  (chiSquare(counts) * (counts.length - 1)) / (counts.length - drawn)

/** As many keys as boards; the same in every run. */
const keyOf = (n: number) => hash(u32(n))

it.each(catalogue)(
  '$gameId: every tile is mined, and opened by the house, equally often',
  ({ gameId, rules }) => {
    const size = rules.w * rules.h
    for (const board of rules.boards > 1 ? [0, 1] : [0]) {
      const mined = new Array<number>(size).fill(0)
      const opened = new Array<number>(size).fill(0)
      for (let n = 0; n < boards; n += 1) {
        const key = keyOf(n)
        const mines = new Set(minesOf(key, board, rules))
        for (const tile of mines) mined[tile] = (mined[tile] ?? 0) + 1
        for (const tile of openersOf(key, board, rules, (one) => !mines.has(one)))
          opened[tile] = (opened[tile] ?? 0) + 1
      }
      const [mines, openers] = [minesOn(rules, board), openersOn(rules, board)]
      const found = [chiSquareOfDraws(mined, mines), openers === 0 ? 0 : chiSquareOfDraws(opened, openers)]
      console.info(
        `${gameId}, board ${board}: ${found.map((one) => one.toFixed(1)).join(', ')} below ${bound(size - 1).toFixed(1)}`,
      )
      for (const one of found) expect(one).toBeLessThan(bound(size - 1))
      expect(mined.reduce((sum, count) => sum + count, 0)).toBe(boards * mines)
    }
  },
)

it.each([2, 4, 5, 6])('%i seats move in every sequence equally often', (seats) => {
  const counts = new Map<string, number>()
  for (let n = 0; n < boards; n += 1) {
    const order = turnOrder(keyOf(n), seats).join('')
    counts.set(order, (counts.get(order) ?? 0) + 1)
  }
  const sequences = Array.from({ length: seats }, (_, index) => index + 1).reduce(
    (product, one) => product * one,
  )
  expect(counts.size).toBe(sequences)
  const found = chiSquare([...counts.values()])
  console.info(`${seats} seats: ${found.toFixed(1)} below ${bound(sequences - 1).toFixed(1)}`)
  expect(found).toBeLessThan(bound(sequences - 1))
})
