import type { Envelope } from '@minefall/shared/contracts'
import type { Clock } from '@minefall/shared/node'
import { TokenBucket, tooMany } from '../edge/token-bucket.ts'
import type { LiveRates } from './ground.ts'

/** What most players never ask for, as a refusal calls it. */
const rareRates = {
  hosts: 'private tables',
  sits: 'seats looked for',
  emotes: 'emotes',
  chats: 'chat messages',
  typings: 'signs of typing',
  lookups: 'matches and arenas looked up',
} as const
type RareRate = keyof typeof rareRates

/** What is left of the limits that all sockets of one player share. */
export class Allowance {
  readonly messages: TokenBucket
  readonly #rates: LiveRates
  /** Made when they are first needed, which for most players is never. */
  #rare: Partial<Record<RareRate, TokenBucket>> | null = null

  constructor(rates: LiveRates) {
    this.#rates = rates
    this.messages = new TokenBucket(rates.player)
  }

  /** Takes one of what they may ask for in a time; the refusal where there is none left. */
  take(rate: RareRate): Envelope<{ seconds: number }> | null {
    this.#rare ??= {}
    this.#rare[rate] ??= new TokenBucket(this.#rates[rate])
    const wait = this.#rare[rate].take()
    return wait > 0 ? tooMany(wait, `too many ${rareRates[rate]}`) : null
  }
}

/** After this long limits are as new, by default. In milliseconds. */
const keptMs = 60_000
/** More than the strangers that can come in that time; of more players the one that left first goes. */
const keptMost = 10_000

/** The allowances of players who left a moment ago: coming back does not renew them. */
export const allowances = (clock: Clock, rates: LiveRates) => {
  /** Until when each is kept; the one that left last stands last. */
  const left = new Map<string, { allowance: Allowance; until: number }>()
  const dropOld = () => {
    const now = clock.now()
    for (const [playerId, { until }] of left) {
      if (until > now && left.size <= keptMost) break
      left.delete(playerId)
    }
  }
  return {
    /** Of a player who comes. */
    of(playerId: string): Allowance {
      dropOld()
      const allowance = left.get(playerId)?.allowance ?? new Allowance(rates)
      left.delete(playerId)
      return allowance
    },
    /** Of one whose last socket went. */
    keep(playerId: string, allowance: Allowance): void {
      left.set(playerId, { allowance, until: clock.now() + keptMs })
      dropOld()
    },
  }
}
