import type { Constraint } from './deduction.ts'

/** Closed tiles next to the same clues: only how many of them are mined matters, not which. */
type Group = { tiles: number[]; constraints: number[] }

/** Ways to place mines: `ways[m]` layouts with m mines; `mined[g][m]` the mines of group g summed over them. */
type Component = { groups: Group[]; ways: number[]; mined: number[][] }

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

/** Splits groups into those that hang together by some clue, each in an order in which clues close early. */
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
    return [reached]
  })
}

/** Counts all layouts of one component, or returns null when that takes more than `budget.steps` steps. */
const enumerate = (
  groups: Group[],
  constraints: readonly Constraint[],
  budget: { steps: number },
): Component | null => {
  const tileCount = groups.reduce((sum, group) => sum + group.tiles.length, 0)
  const ways = new Array<number>(tileCount + 1).fill(0)
  const mined = groups.map(() => new Array<number>(tileCount + 1).fill(0))
  const missing = constraints.map(({ mines }) => mines)
  const room = constraints.map(({ tiles }) => tiles.length)
  const counts = new Array<number>(groups.length).fill(0)

  const visit = (depth: number, mines: number, weight: number): boolean => {
    budget.steps -= 1
    if (budget.steps < 0) return false
    const group = groups[depth]
    if (!group) {
      ways[mines] = (ways[mines] ?? 0) + weight
      for (const [index, row] of mined.entries())
        row[mines] = (row[mines] ?? 0) + weight * (counts[index] ?? 0)
      return true
    }
    const size = group.tiles.length
    const most = Math.min(size, ...group.constraints.map((index) => missing[index] ?? 0))
    const least = Math.max(
      0,
      ...group.constraints.map((index) => (missing[index] ?? 0) - ((room[index] ?? 0) - size)),
    )
    for (const index of group.constraints) room[index] = (room[index] ?? 0) - size
    let finished = true
    for (let count = least; finished && count <= most; count += 1) {
      for (const index of group.constraints) missing[index] = (missing[index] ?? 0) - count
      counts[depth] = count
      finished = visit(depth + 1, mines + count, weight * choose(size, count))
      for (const index of group.constraints) missing[index] = (missing[index] ?? 0) + count
    }
    for (const index of group.constraints) room[index] = (room[index] ?? 0) + size
    return finished
  }
  return visit(0, 0, 1) ? { groups, ways, mined } : null
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
  steps = 20_000,
): Map<number, number> => {
  const groups = groupTiles(constraints)
  const spoken = new Set(groups.flatMap((group) => group.tiles))
  const silent = closed.filter((tile) => !spoken.has(tile))
  const budget = { steps }
  const parts: Component[] = []
  for (const component of components(groups)) {
    const part = enumerate(component, constraints, budget)
    if (!part) {
      const odds = estimate(groups, constraints)
      const expected = [...odds.values()].reduce((sum, odd) => sum + odd, 0)
      const rest = Math.min(1, Math.max(0, (mines - expected) / Math.max(1, silent.length)))
      for (const tile of silent) odds.set(tile, rest)
      return odds
    }
    parts.push(part)
  }
  return join(parts, silent, mines)
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
    for (const [index, group] of part.groups.entries()) {
      const summed = (part.mined[index] ?? []).reduce(
        (sum, value, count) => sum + value * (weights[count] ?? 0),
        0,
      )
      for (const tile of group.tiles) odds.set(tile, summed / layouts / group.tiles.length)
    }
  }
  // A given silent tile is mined in those layouts in which the other silent tiles take one mine less.
  const silentOdds = silent.length > 0 ? total(all, 1, silent.length - 1) / layouts : 0
  for (const tile of silent) odds.set(tile, silentOdds)
  return odds
}
