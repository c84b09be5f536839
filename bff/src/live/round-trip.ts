/** Samples kept, and how many of them the median is of. */
const kept = 12
const counted = 5

/** How long a socket's messages take there and back, by its last samples; milliseconds. */
export class RoundTrip {
  /** The newest first. */
  readonly #samples: number[] = []
  #taken = 0
  #median = 0

  add(ms: number): void {
    this.#samples.unshift(ms)
    if (this.#samples.length > kept) this.#samples.pop()
    this.#taken += 1
    const last = this.#samples.slice(0, counted).sort((a, b) => a - b)
    this.#median = last[(last.length - 1) >> 1] ?? 0
  }

  /** Of the last five samples; 0 before the first. */
  median(): number {
    return this.#median
  }

  /** The last twelve, the newest last. */
  recent(): readonly number[] {
    return this.#samples.toReversed()
  }

  /** Samples there have been. */
  taken(): number {
    return this.#taken
  }

  /** The sample taken `by` samples ago; 1 is the newest, 12 the oldest. */
  back(by: number): number {
    return this.#samples[by - 1] ?? 0
  }
}
