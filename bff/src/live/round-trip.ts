/** Samples kept, and how many of them the median is of. */
const kept = 12
const counted = 5

/** How long a socket's messages take there and back, by its last samples; milliseconds. */
export class RoundTrip {
  /** A ring, since a list that grows at one end keeps room for three times as many. */
  readonly #samples = new Array<number>(kept).fill(0)
  #taken = 0
  #median = 0

  add(ms: number): void {
    this.#samples[this.#taken % kept] = ms
    this.#taken += 1
    const last = this.#last(counted).sort((a, b) => a - b)
    this.#median = last[(last.length - 1) >> 1] ?? 0
  }

  /** Of the last five samples; 0 before the first. */
  median(): number {
    return this.#median
  }

  /** The last twelve, the newest last. */
  recent(): readonly number[] {
    return this.#last(kept).reverse()
  }

  taken(): number {
    return this.#taken
  }

  /** The sample taken `by` samples ago; 1 is the newest, 12 the oldest. */
  back(by: number): number {
    return this.#samples[(this.#taken + kept - by) % kept] ?? 0
  }

  /** The newest first. */
  #last(count: number): number[] {
    return Array.from({ length: Math.min(count, this.#taken) }, (_, index) => this.back(index + 1))
  }
}
