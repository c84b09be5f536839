/** How much of the way from one whole amount to a larger one is done, from 0 to 1. Amounts may pass 2^53. */
export const shareDone = (from: bigint, done: bigint, to: bigint): number => {
  if (to <= from) return 1
  const share = Number(((done - from) * 10_000n) / (to - from)) / 10_000
  return Math.min(1, Math.max(0, share))
}
