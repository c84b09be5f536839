import { expect, it } from 'vitest'
import { dealtTables, minesOn, openersOn, sealedTables } from '../game/index.ts'
import { bytesToHex, hash, u32 } from './bytes.ts'
import { minesOf, openersOf, turnOrder } from './derive.ts'
import { drawKey, drawsMine } from './sealed.ts'

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

it.each(dealtTables)(
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

it.each(sealedTables)('$gameId: every tile is drawn as a mine equally often', ({ gameId, rules, seats }) => {
  const closed = rules.w * rules.h
  const { mines } = rules
  const hits = new Array<number>(closed).fill(0)
  const linkOf = (n: number, seat: number) => bytesToHex(hash(u32(n), u32(seat)))
  for (let n = 0; n < boards; n += 1) {
    const tile = n % closed
    const links = Array.from({ length: seats }, (_, seat) => ({ seat, link: linkOf(n, seat) }))
    const pick = { turn: 0, seat: n % seats, tile, by: 'hand' as const }
    const key = drawKey(linkOf(n, seats), '00'.repeat(32), { ...pick, links })
    if (drawsMine(key, { closed, mines })) hits[tile] = (hits[tile] ?? 0) + 1
  }
  const chance = mines / closed
  // What a tile is drawn as spreads less than by Poisson, as it is a mine often.
  const found = chiSquare(hits) / (1 - chance)
  const all = hits.reduce((sum, count) => sum + count, 0)
  console.info(
    `${gameId}, drawn: ${found.toFixed(1)} below ${bound(closed - 1).toFixed(1)}; ${all} mines of ${boards * chance} expected`,
  )
  expect(found).toBeLessThan(bound(closed - 1))
  expect(Math.abs(all - boards * chance)).toBeLessThan(3.891 * Math.sqrt(boards * chance * (1 - chance)))
})

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
