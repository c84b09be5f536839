const kept = 5

/** How long a socket's messages take there and back: the median of the last five samples. */
export type RoundTrip = {
  add(ms: number): void
  /** Milliseconds; 0 before the first sample. */
  median(): number
}

export const roundTrip = (): RoundTrip => {
  let samples: number[] = []
  let middle = 0
  return {
    add(ms) {
      samples = [...samples, ms].slice(-kept)
      const sorted = [...samples].sort((a, b) => a - b)
      middle = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
    },
    median: () => middle,
  }
}
