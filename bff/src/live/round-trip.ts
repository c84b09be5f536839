/** Samples kept, and how many of them the median is of. */
const kept = 12
const counted = 5

/** How long a socket's messages take there and back, by its last samples; milliseconds. */
export type RoundTrip = {
  add(ms: number): void
  /** Of the last five samples; 0 before the first. */
  median(): number
  /** The last twelve, the newest last. */
  recent(): readonly number[]
  /** Samples there have been. */
  taken(): number
}

export const roundTrip = (): RoundTrip => {
  let samples: readonly number[] = []
  let middle = 0
  let taken = 0
  return {
    add(ms) {
      samples = [...samples, ms].slice(-kept)
      taken += 1
      const sorted = samples.slice(-counted).sort((a, b) => a - b)
      middle = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
    },
    median: () => middle,
    recent: () => samples,
    taken: () => taken,
  }
}
