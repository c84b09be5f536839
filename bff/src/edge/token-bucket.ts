import { bodyCode, type Envelope, refuse } from '@minefall/shared/contracts'

/** A rate with room for bursts: `burst` tokens at first, `perSecond` more each second, never above `burst`. */
export type Rate = {
  readonly perSecond: number
  readonly burst: number
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** The tokens that one sender has left of a rate, which many share. */
export class TokenBucket {
  readonly #rate: Rate
  #tokens: number
  #at: number

  constructor(rate: Rate) {
    this.#rate = rate
    this.#tokens = rate.burst
    this.#at = rate.now()
  }

  /** Takes one token. The answer is 0, or, when there is none, the milliseconds until there is one. */
  take(): number {
    this.#refill()
    // A token that is due in less than a thousandth of a millisecond is due: the sums here are floating.
    if (this.#tokens < 1 - 1e-6) return Math.ceil(((1 - this.#tokens) * 1000) / this.#rate.perSecond - 1e-6)
    this.#tokens -= 1
    return 0
  }

  /** Takes `tokens` whether there are enough or not. The answer is 0, or the milliseconds until the debt is paid. */
  spend(tokens: number): number {
    this.#refill()
    this.#tokens -= tokens
    return this.#tokens < 0 ? Math.ceil((-this.#tokens * 1000) / this.#rate.perSecond) : 0
  }

  #refill(): void {
    const { perSecond, burst, now } = this.#rate
    const time = now()
    const earned = (Math.max(0, time - this.#at) * perSecond) / 1000
    this.#tokens = Math.min(burst, this.#tokens + earned)
    this.#at = time
  }
}

/** Whole seconds to wait, as answers tell them: at least 1. */
export const inSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))

/** A refusal with code 1429 that says how many whole seconds to wait. */
export const tooMany = (waitMs: number, msg: string): Envelope<{ seconds: number }> => {
  const seconds = inSeconds(waitMs)
  return refuse(bodyCode.tooManyRequests, `${msg}; try again in ${seconds} s`, { seconds })
}
