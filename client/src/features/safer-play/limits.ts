import type { LimitPeriod, PlayLimit } from '@minefall/shared/contracts/rest'
import type { Coins } from '@minefall/shared/game'
import { parseAmount } from '../../lib/typed-amount.ts'

type Pending = NonNullable<PlayLimit['pending']>

/** How far a higher limit is that was asked for. */
export const stageOf = ({ dueAt, lapsesAt }: Pending, now: number): 'waiting' | 'due' | 'lapsed' => {
  if (now < dueAt) return 'waiting'
  return now < lapsesAt ? 'due' : 'lapsed'
}

/**
 * From when on a higher limit, or none, could be confirmed that is asked for now; asked for again with the same amount
 * it waits no longer.
 */
export const dueIfAsked = (
  { pending }: Pick<PlayLimit, 'pending'>,
  asked: Coins | null,
  { now, limitRaiseMs }: { now: number; limitRaiseMs: number },
): number =>
  pending && pending.amount === asked && stageOf(pending, now) !== 'lapsed'
    ? pending.dueAt
    : now + limitRaiseMs

/** What changing a limit does: `first`, `lower` are at once; `higher` and `none` wait. */
export type LimitChange = 'first' | 'lower' | 'same' | 'higher' | 'none'

export const changeOf = (present: Coins | null, next: Coins | null): LimitChange => {
  if (present === next) return 'same'
  if (present === null) return 'first'
  if (next === null) return 'none'
  return BigInt(next) < BigInt(present) ? 'lower' : 'higher'
}

/** A limit as people type it: 0 is one too. Null for what is not a whole number of coins. */
export const parseLimit = (typed: string): Coins | null =>
  /^0+$/.test(typed.trim()) ? '0' : parseAmount(typed)

/** The used share of a limit, from 0 to 1; all of a limit of nothing. */
export const shareUsed = ({ used, amount }: { used: Coins; amount: Coins }): number =>
  BigInt(amount) === 0n ? 1 : Math.min(1, Number(used) / Number(amount))

export type LimitLeft = { period: LimitPeriod; left: Coins }

/** Of the limits of one kind the one that leaves least; null where there is none. */
export const tightest = (limits: readonly PlayLimit[], kind: PlayLimit['kind']): LimitLeft | null => {
  let found: { period: LimitPeriod; left: bigint } | null = null
  for (const { amount, used, period, kind: of } of limits) {
    if (of !== kind || amount === null) continue
    const rest = BigInt(amount) - BigInt(used)
    const left = rest < 0n ? 0n : rest
    if (!found || left < found.left) found = { period, left }
  }
  return found && { period: found.period, left: found.left.toString() }
}

/** The highest stake that a loss limit leaves room for; null where none does. */
export const stakeWithin = (stakes: readonly Coins[], left: Coins): Coins | null => {
  const within = stakes.filter((stake) => BigInt(stake) <= BigInt(left))
  return within.reduce<Coins | null>((most, one) => (most && BigInt(most) > BigInt(one) ? most : one), null)
}
