// How many layouts of mines fit the clues, counted group by group for each set of clues that hang together.
import type { Constraint } from './deduction.ts'

/** Closed tiles next to the same clues: only how many of them are mined matters, not which. */
export type Group = { tiles: number[]; constraints: number[] }

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
export type Component = {
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
export const choose = (n: number, k: number): number => (k < 0 || n < 0 ? 0 : (chooseTable(n)[k] ?? 0))

export const groupTiles = (constraints: readonly Constraint[]): Group[] => {
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
export const components = (groups: readonly Group[]): Group[][] => {
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
export const count = (
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
export const minesOfGroups = ({ groups, layers }: Component, weights: readonly number[]): number[] => {
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
export const together = (a: readonly number[], b: readonly number[]): number[] => {
  const sum = new Array<number>(a.length + b.length - 1).fill(0)
  for (const [i, left] of a.entries())
    if (left > 0) for (const [j, right] of b.entries()) sum[i + j] = (sum[i + j] ?? 0) + left * right
  return sum
}
