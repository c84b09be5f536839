/** Two accounts, the lower id first. */
export type Pair = Readonly<{ low: string; high: string }>

/** Ids of accounts are compared as their texts in lower case, which is the order that the database has them in. */
export const pairOf = (one: string, other: string): Pair =>
  one < other ? { low: one, high: other } : { low: other, high: one }

/** A name of the pair, the same from either side. */
export const pairName = (one: string, other: string): string => {
  const { low, high } = pairOf(one, other)
  return `${low}/${high}`
}

/** Every two of these accounts once, in the order that rows of them are locked in. */
export const pairsOf = (players: readonly string[]): Pair[] => {
  const sorted = [...players].sort()
  return sorted.flatMap((low, nth) => sorted.slice(nth + 1).map((high) => ({ low, high })))
}
