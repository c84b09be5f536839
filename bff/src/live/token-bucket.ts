/** A rate with room for bursts: `burst` tokens at first, `perSecond` more each second, never above `burst`. */
export type TokenBucket = {
  /** Takes one token. The answer is 0, or, when there is none, the milliseconds until there is one. */
  take(): number
  /** Takes `tokens` whether there are enough or not. The answer is 0, or the milliseconds until the debt is paid. */
  spend(tokens: number): number
}

export const tokenBucket = (
  { perSecond, burst }: { perSecond: number; burst: number },
  now: () => number,
): TokenBucket => {
  let tokens = burst
  let at = now()
  const refill = () => {
    const time = now()
    tokens = Math.min(burst, tokens + (Math.max(0, time - at) * perSecond) / 1000)
    at = time
  }
  return {
    take() {
      refill()
      // A token that is due in less than a thousandth of a millisecond is due: the sums above are floating.
      if (tokens < 1 - 1e-6) return Math.ceil(((1 - tokens) * 1000) / perSecond - 1e-6)
      tokens -= 1
      return 0
    },
    spend(count) {
      refill()
      tokens -= count
      return tokens < 0 ? Math.ceil((-tokens * 1000) / perSecond) : 0
    },
  }
}

/** Whole seconds to wait, as answers tell them: at least 1. */
export const inSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))
