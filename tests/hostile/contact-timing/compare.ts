const median = (sorted: readonly number[]): number => sorted[sorted.length >> 1] ?? Number.NaN
const ascending = (a: number, b: number) => a - b

export type Comparison = {
  medians: readonly [number, number]
  /** How likely one of the first is greater than one of the second, between 0 and 1 (Mann and Whitney's U). */
  likelihood: number
  /** The standard error of the likelihood when both are of one kind and the likelihood is one half. */
  error: number
}

/** Compares two sets of times by rank, so that a few stalls of the machine count as little as they mean. */
export const compare = (first: readonly number[], second: readonly number[]): Comparison => {
  const [a, b] = [first.toSorted(ascending), second.toSorted(ascending)]
  let [below, upTo, wins] = [0, 0, 0]
  for (const time of a) {
    while ((b[below] ?? Number.POSITIVE_INFINITY) < time) below++
    while ((b[upTo] ?? Number.POSITIVE_INFINITY) <= time) upTo++
    wins += (below + upTo) / 2
  }
  return {
    medians: [median(a), median(b)],
    likelihood: wins / (a.length * b.length),
    error: Math.sqrt((a.length + b.length + 1) / (12 * a.length * b.length)),
  }
}
