/** What is shown at `share` (0 to 1) of the way from one whole amount to another: quick at first, then settling. */
export const countedAt = (from: bigint, to: bigint, share: number): bigint => {
  const eased = 1 - (1 - Math.min(1, Math.max(0, share))) ** 3
  return from + ((to - from) * BigInt(Math.round(eased * 10_000))) / 10_000n
}
