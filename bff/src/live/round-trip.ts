/** Samples kept, and how many of them the median is of. */
const kept = 12
const counted = 5

/** How long a socket's messages take there and back, by its last samples; milliseconds. */
export class RoundTrip {
  /** A ring: the sample taken as number n is at n modulo the size. */
  readonly #samples: number[] = []
  #taken = 0
  #median = 0

  add(ms: number): void {
    this.#samples[this.#taken % kept] = ms
    this.#taken += 1
    const last = Array.from({ length: Math.min(counted, this.#taken) }, (_, index) => this.back(index + 1))
    this.#median = last.sort((a, b) => a - b)[(last.length - 1) >> 1] ?? 0
  }

  /** Of the last five samples; 0 before the first. */
  median(): number {
    return this.#median
  }

  /** The last twelve, the newest last. */
  recent(): readonly number[] {
    if (this.#taken <= kept) return this.#samples
    const oldest = this.#taken % kept
    return [...this.#samples.slice(oldest), ...this.#samples.slice(0, oldest)]
  }

  /** Samples there have been. */
  taken(): number {
    return this.#taken
  }

  /** The sample taken `by` samples ago; 1 is the newest, 12 the oldest. */
  back(by: number): number {
    return this.#samples[(this.#taken - by) % kept] ?? 0
  }
}
