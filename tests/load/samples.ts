/** Measured values, kept whole: tens of millions fit, and no bucket rounds a tail away. */
export type Samples = {
  add(value: number): void
  count(): number
  /** The smallest value that at least `share` (0 to 1) of all are not above; NaN without any. */
  quantile(share: number): number
}

/** The nearest-rank quantile of ascending values; NaN without any. */
export const quantileOf = (ascending: Float64Array, share: number): number =>
  ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)] ?? Number.NaN

/** The median of repeated measurements, the lower of the middle two, and how far they lie apart. */
export type Range = { median: number; min: number; max: number }

export const rangeOf = (values: readonly number[]): Range => {
  const ascending = Float64Array.from(values).sort()
  return {
    median: quantileOf(ascending, 0.5),
    min: quantileOf(ascending, 0),
    max: quantileOf(ascending, 1),
  }
}

export const samples = (): Samples => {
  let values = new Float64Array(4096)
  let length = 0
  let sorted: Float64Array | null = null
  return {
    add(value) {
      if (length === values.length) {
        const larger = new Float64Array(2 * length)
        larger.set(values)
        values = larger
      }
      values[length] = value
      length += 1
      sorted = null
    },
    count: () => length,
    quantile(share) {
      sorted ??= values.slice(0, length).sort()
      return quantileOf(sorted, share)
    },
  }
}
