import type { DailyTry, OpenBoard } from '@minefall/shared/contracts/rest'
import { dailyRules, dealDay } from '@minefall/shared/daily'
import { dailyCommit } from '@minefall/shared/fairness'
import { expect, test } from 'vitest'
import type { Fact } from '../../machines/match/facts.ts'
import { dealOpen, followTry, isProved, standing } from './try-match.ts'

const day = '2026-03-01'
const seed = 'ab'.repeat(32)
const boards = dealDay(day, seed, dailyRules)
const tiles = Array.from({ length: dailyRules.w * dailyRules.h }, (_, tile) => ({
  tile,
  ...boards.tile(0, tile),
}))
const closed = tiles.filter(({ tile }) => !boards.openers(0).includes(tile))
const mines = closed.filter(({ mine }) => mine)
const safe = closed.filter(({ mine }) => !mine)

const open: OpenBoard = {
  ...{ day, seed, rules: dailyRules, root: boards.board(0).root, commit: dailyCommit(day, seed) },
  ...{ committedAt: 0, openedAt: 0, line: { shard: 0, position: 1 }, seedLine: { shard: 0, position: 2 } },
}

const begun = (): DailyTry => dealOpen(open).begin(1_000)
const after = (...opened: typeof tiles): DailyTry => ({ ...begun(), tiles: opened })

test('a try is shown as a match of one seat, and each new tile is one fact', () => {
  const actor = followTry(after(...safe.slice(0, 1)))
  const told: Fact[] = []
  actor.on('fact', (fact) => told.push(fact))
  const [one, two, mine] = [safe[0], safe[1], mines[0]].flatMap((tile) => (tile ? [tile] : []))
  if (!one || !two || !mine) throw new Error('no tiles')
  actor.send({ type: 'told', daily: after(one, two) })
  actor.send({ type: 'told', daily: after(one, two) })
  actor.send({ type: 'told', daily: after(one, two, mine) })
  expect(told.map(({ event }) => event)).toMatchObject([
    { type: 'TileOpened', tile: two.tile, mine: false },
    { type: 'TileOpened', tile: mine.tile, mine: true },
  ])
  const shown = actor.getSnapshot().context.board?.tiles ?? []
  expect(shown.filter((tile) => tile !== null)).toHaveLength(dailyRules.openers + 3)
  // What another tab did first is shown as it is there.
  actor.send({ type: 'told', daily: after(two, one) })
  expect(told.at(-1)?.event.type).toBe('Jumped')
})

test('a tile that is not what was committed to is found', () => {
  const { root } = open
  expect(isProved(after(...safe.slice(0, 3), ...mines.slice(0, 1)), root)).toBe(true)
  const [first] = safe
  if (!first) throw new Error('no tile')
  expect(isProved(after({ ...first, clue: first.clue + 1 }), root)).toBe(false)
  expect(isProved(after({ ...first, mine: true }), null)).toBe(false)
  expect(isProved(begun(), 'cc'.repeat(32))).toBe(false)
})

test('an open board is played here until the third mine or the last safe tile', () => {
  const { begin, open: press, holds } = dealOpen(open)
  expect(holds).toBe(true)
  expect(dealOpen({ ...open, root: 'cc'.repeat(32) }).holds).toBe(false)
  const play = (...opened: typeof tiles) =>
    opened.reduce((daily, { tile }) => press(daily, tile, 5_000), begin(1_000))
  const out = play(...safe.slice(0, 2), ...mines.slice(0, 3), ...safe.slice(2, 4))
  expect(standing(out)).toEqual({ safe: 2, hits: 3, lives: 0, isOver: true, isCleared: false })
  expect(out.endedAt).toBe(5_000)
  expect(press(out, safe[5]?.tile ?? 0, 6_000)).toBe(out)
  const cleared = play(...mines.slice(0, 1), ...safe, ...safe)
  expect(standing(cleared)).toMatchObject({ safe: safe.length, lives: 2, isCleared: true })
  expect(cleared.tiles).toHaveLength(safe.length + 1)
})
