import type { Rules } from '../rules/index.ts'
import {
  type Constraint,
  closedTiles,
  constraintsOf,
  type Deduction,
  deduce,
  hiddenMines,
  type SeenBoard,
} from './deduction.ts'

/** Closed tiles next to the same clues: only how many of them are mined matters, not which. */
type Group = { tiles: number[]; constraints: number[] }

/** Where counting stands after some groups: all layouts of these that leave the same mines to place around each clue. */
type Stand = {
  /** Mines that each clue still misses, and those placed so far. */
  missing: readonly number[]
  mines: number
  /** Layouts of the groups before that come here. */
  ways: number
  /** How many mines the next group may take, and where each leads. */
  choices: { mines: number; next: Stand }[]
}

/** A set of clues that hang together: its groups, and where counting may stand before each of them and after the last. */
type Component = {
  groups: readonly Group[]
  layers: readonly (readonly Stand[])[]
  /** `ways[m]` layouts with m mines. */
  ways: readonly number[]
}

const chooseTable = (() => {
  const rows: number[][] = [[1]]
  return (n: number): readonly number[] => {
    for (let row = rows.length; row <= n; row += 1) {
      const above = rows[row - 1] ?? []
      rows.push(Array.from({ length: row + 1 }, (_, k) => (above[k - 1] ?? 0) + (above[k] ?? 0)))
    }
    return rows[n] ?? []
  }
})()

/** n over k; 0 outside the triangle. */
const choose = (n: number, k: number): number => (k < 0 || n < 0 ? 0 : (chooseTable(n)[k] ?? 0))

const groupTiles = (constraints: readonly Constraint[]): Group[] => {
  const speakers = new Map<number, number[]>()
  for (const [index, { tiles }] of constraints.entries())
    for (const tile of tiles) {
      const known = speakers.get(tile)
      if (known) known.push(index)
      else speakers.set(tile, [index])
    }
  const groups = new Map<string, Group>()
  for (const [tile, indices] of speakers) {
    const key = indices.join()
    const group = groups.get(key)
    if (group) group.tiles.push(tile)
    else groups.set(key, { tiles: [tile], constraints: indices })
  }
  return [...groups.values()]
}

/** Splits groups into those that hang together by some clue. */
const components = (groups: readonly Group[]): Group[][] => {
  const byConstraint = new Map<number, Group[]>()
  for (const group of groups)
    for (const index of group.constraints)
      byConstraint.set(index, [...(byConstraint.get(index) ?? []), group])
  const seen = new Set<Group>()
  return groups.flatMap((start) => {
    if (seen.has(start)) return []
    seen.add(start)
    const reached = [start]
    for (const group of reached)
      for (const index of group.constraints)
        for (const other of byConstraint.get(index) ?? [])
          if (!seen.has(other)) {
            seen.add(other)
            reached.push(other)
          }
    return [inOrder(reached)]
  })
}

/**
 * The groups of a component in an order in which few clues are ever half counted, since each of those multiplies the places
 * where counting may stand: next comes a group beside the begun clue with the fewest groups left, and of these one that
 * begins the fewest others.
 */
const inOrder = (groups: readonly Group[]): Group[] => {
  const left = new Map<number, number>()
  for (const { constraints } of groups)
    for (const index of constraints) left.set(index, (left.get(index) ?? 0) + 1)
  const begun = new Set<number>()
  const costOf = ({ constraints }: Group): number => {
    let [soonest, begins] = [groups.length, 0]
    for (const index of constraints)
      if (begun.has(index)) soonest = Math.min(soonest, left.get(index) ?? 0)
      else begins += 1
    return soonest * (left.size + 1) + begins
  }
  const waiting = [...groups]
  const order: Group[] = []
  while (waiting.length > 0) {
    const costs = waiting.map(costOf)
    for (const next of waiting.splice(costs.indexOf(Math.min(...costs)), 1)) {
      order.push(next)
      for (const index of next.constraints) {
        begun.add(index)
        left.set(index, (left.get(index) ?? 0) - 1)
      }
    }
  }
  return order
}

/**
 * Counts the layouts of one component group by group. Null when that takes more than `budget.steps` steps, each of which is
 * a choice of mines for one group where counting may stand.
 */
const count = (
  groups: readonly Group[],
  constraints: readonly Constraint[],
  budget: { steps: number },
): Component | null => {
  const spoken = [...new Set(groups.flatMap((group) => group.constraints))]
  /** Tiles around each clue in groups still to come. */
  const room = spoken.map((index) => constraints[index]?.tiles.length ?? 0)
  const missing = spoken.map((index) => constraints[index]?.mines ?? 0)
  let layer: Stand[] = [{ missing, mines: 0, ways: 1, choices: [] }]
  const layers = [layer]
  for (const { tiles, constraints: speakers } of groups) {
    const size = tiles.length
    const touched = speakers.map((index) => spoken.indexOf(index))
    for (const at of touched) room[at] = (room[at] ?? 0) - size
    const next = new Map<string, Stand>()
    for (const stand of layer) {
      let [least, most] = [0, size]
      for (const at of touched) {
        const misses = stand.missing[at] ?? 0
        most = Math.min(most, misses)
        least = Math.max(least, misses - (room[at] ?? 0))
      }
      for (let taken = least; taken <= most; taken += 1) {
        budget.steps -= 1
        if (budget.steps < 0) return null
        const missing = [...stand.missing]
        for (const at of touched) missing[at] = (missing[at] ?? 0) - taken
        const mines = stand.mines + taken
        const key = `${missing.join()}/${mines}`
        const reached = next.get(key) ?? { missing, mines, ways: 0, choices: [] }
        if (reached.ways === 0) next.set(key, reached)
        reached.ways += stand.ways * choose(size, taken)
        stand.choices.push({ mines: taken, next: reached })
      }
    }
    layer = [...next.values()]
    layers.push(layer)
  }
  const ways = new Array<number>(Math.max(0, ...layer.map(({ mines }) => mines)) + 1).fill(0)
  for (const end of layer) ways[end.mines] = end.ways
  return { groups, layers, ways }
}

/**
 * Of each group, its mines summed over all layouts, where a layout of the component with m mines stands for `weights[m]`
 * layouts of the board.
 */
const minesOfGroups = ({ groups, layers }: Component, weights: readonly number[]): number[] => {
  const summed = groups.map(() => 0)
  /** Layouts of the board that those of one stand go on to, for each of its ways. */
  const onward = new Map<Stand, number>()
  for (const end of layers.at(-1) ?? []) onward.set(end, weights[end.mines] ?? 0)
  for (const [depth, { tiles }] of [...groups.entries()].reverse())
    for (const stand of layers[depth] ?? []) {
      let all = 0
      for (const { mines, next } of stand.choices) {
        const layouts = choose(tiles.length, mines) * (onward.get(next) ?? 0)
        all += layouts
        summed[depth] = (summed[depth] ?? 0) + stand.ways * mines * layouts
      }
      onward.set(stand, all)
    }
  return summed
}

/** The ways of two independent parts together: the convolution of their counts. */
const together = (a: readonly number[], b: readonly number[]): number[] => {
  const sum = new Array<number>(a.length + b.length - 1).fill(0)
  for (const [i, left] of a.entries())
    if (left > 0) for (const [j, right] of b.entries()) sum[i + j] = (sum[i + j] ?? 0) + left * right
  return sum
}

/** Without counting: the highest share any single clue gives a tile, and the average of the rest for tiles next to no clue. */
const estimate = (groups: readonly Group[], constraints: readonly Constraint[]): Map<number, number> => {
  const odds = new Map<number, number>()
  for (const group of groups) {
    const said = group.constraints.map((index) => {
      const constraint = constraints[index]
      return constraint ? constraint.mines / constraint.tiles.length : 0
    })
    for (const tile of group.tiles) odds.set(tile, Math.max(...said))
  }
  return odds
}

/** The odds of closed tiles, and whether they were counted or, as that would take too long, estimated. */
export type MineOdds = { odds: Map<number, number>; isExact: boolean }

/**
 * How many steps counting may take by default: some 20 ms. Of 30,000 boards met on our tables half took up to 32 steps, one
 * in a thousand more than 900, and none more than 5,200.
 */
const stepsMost = 20_000

/**
 * The probability that a mine lies under each tile of `closed`, given the clues and that `mines` mines lie under them
 * in all, every layout that fits being as likely. Exact while counting takes at most `steps` steps, otherwise each
 * tile by its most dangerous clue alone.
 *
 * Layouts are counted group by group for each set of clues that hang together, and joined by the number of mines that
 * the tiles no clue speaks of would have to take.
 */
export const mineOdds = (
  closed: readonly number[],
  constraints: readonly Constraint[],
  mines: number,
  steps = stepsMost,
): MineOdds => {
  const groups = groupTiles(constraints)
  const spoken = new Set(groups.flatMap((group) => group.tiles))
  const silent = closed.filter((tile) => !spoken.has(tile))
  const budget = { steps }
  const parts: Component[] = []
  for (const component of components(groups)) {
    const part = count(component, constraints, budget)
    if (!part) {
      const odds = estimate(groups, constraints)
      const expected = [...odds.values()].reduce((sum, odd) => sum + odd, 0)
      const rest = Math.min(1, Math.max(0, (mines - expected) / Math.max(1, silent.length)))
      for (const tile of silent) odds.set(tile, rest)
      return { odds, isExact: false }
    }
    parts.push(part)
  }
  return { odds: join(parts, silent, mines), isExact: true }
}

const join = (parts: readonly Component[], silent: readonly number[], mines: number): Map<number, number> => {
  const odds = new Map<number, number>()
  /** Layouts in which `others` has its ways and the silent tiles take the rest of the mines. */
  const total = (others: readonly number[], taken: number, silentTiles: number): number =>
    others.reduce((sum, ways, count) => sum + ways * choose(silentTiles, mines - taken - count), 0)

  const all = parts.reduce<number[]>((sum, part) => together(sum, part.ways), [1])
  const layouts = total(all, 0, silent.length)
  for (const part of parts) {
    const others = parts
      .filter((other) => other !== part)
      .reduce<number[]>((sum, { ways }) => together(sum, ways), [1])
    const weights = part.ways.map((_, count) => total(others, count, silent.length))
    for (const [index, summed] of minesOfGroups(part, weights).entries()) {
      const tiles = part.groups[index]?.tiles ?? []
      for (const tile of tiles) odds.set(tile, summed / layouts / tiles.length)
    }
  }
  // A given silent tile is mined in those layouts in which the other silent tiles take one mine less.
  const silentOdds = silent.length > 0 ? total(all, 1, silent.length - 1) / layouts : 0
  for (const tile of silent) odds.set(tile, silentOdds)
  return odds
}

const countUnknown = (
  board: SeenBoard,
  rules: Rules,
  { certain, open }: { certain: Deduction; open: readonly Constraint[] },
  steps?: number,
): MineOdds => {
  const unknown = closedTiles(board).filter((tile) => !certain.mined.has(tile) && !certain.safe.has(tile))
  return mineOdds(unknown, open, hiddenMines(board, rules) - certain.mined.size, steps)
}

/**
 * The probability of a mine under each closed tile of a board with clues, given all that everyone sees of it: what
 * single clues make certain first, the rest counted as `mineOdds` does.
 */
export const boardOdds = (board: SeenBoard, rules: Rules, steps?: number): MineOdds => {
  const deduced = deduce(constraintsOf(board, rules))
  const { odds, isExact } = countUnknown(board, rules, deduced, steps)
  for (const tile of deduced.certain.safe) odds.set(tile, 0)
  for (const tile of deduced.certain.mined) odds.set(tile, 1)
  return { odds, isExact }
}

/** Odds closer than this are equal: sums of them are rounded. */
export const oddsEpsilon = 1e-9

/** What opening one tile risks: its odds, those of the best tile, and whether tiles differ at all. */
export type Risk = { risk: number; least: number; isChoice: boolean; isExact: boolean }

/** The risk of one closed tile of a board with clues by its {@link boardOdds}, counted only where single clues leave it open. */
export const riskOf = (tile: number, board: SeenBoard, rules: Rules, steps?: number): Risk => {
  const deduced = deduce(constraintsOf(board, rules))
  const { safe, mined } = deduced.certain
  if (safe.size > 0 && (safe.has(tile) || mined.has(tile)))
    return {
      risk: mined.has(tile) ? 1 : 0,
      least: 0,
      isChoice: hiddenMines(board, rules) > 0,
      isExact: true,
    }
  const { odds, isExact } = countUnknown(board, rules, deduced, steps)
  const counted = [...odds.values()]
  const least = safe.size > 0 ? 0 : Math.min(...counted)
  const most = mined.size > 0 ? 1 : Math.max(...counted)
  const risk = mined.has(tile) ? 1 : (odds.get(tile) ?? 0)
  return { risk, least, isChoice: most - least > oddsEpsilon, isExact }
}
