import { typedAmountSchema } from '@minefall/shared/contracts/rest'
import type { NoticeName } from '@minefall/shared/notices'

/** `amount` is the limit in coins, of the messages that tell one. */
export type Trouble = { notice: NoticeName; amount: string | null }
/** Coins that an order may be of. */
export type Limits = { least: string; most: string }

/** An amount without the spaces that people put into it; whatever else is no digit stays, and is wrong. */
export const cleanAmount = (typed: string): string => typed.normalize('NFKC').replace(/\s/gu, '')

const smaller = (one: string, other: string): string => (BigInt(one) < BigInt(other) ? one : other)

/** What of `available` coins fits into one order. */
export const allOf = (available: string, limits: Limits | null): string =>
  limits ? smaller(available, limits.most) : available

/** The widest limits of several ways, before one of them is chosen; null of none. */
export const limitsOf = (ways: readonly Limits[]): Limits | null => {
  const [first, ...others] = ways
  if (!first) return null
  return others.reduce<Limits>(
    (widest, { least, most }) => ({
      least: smaller(widest.least, least),
      most: BigInt(widest.most) > BigInt(most) ? widest.most : most,
    }),
    { least: first.least, most: first.most },
  )
}

/** What keeps an amount from being withdrawn, in the documented messages; null where nothing does. */
export const amountTrouble = (amount: string, available: string, limits: Limits | null): Trouble | null => {
  if (!typedAmountSchema.safeParse(amount).success) return { notice: 'amount-invalid', amount: null }
  const coins = BigInt(amount)
  if (limits && coins < BigInt(limits.least)) return { notice: 'amount-below', amount: limits.least }
  if (limits && coins > BigInt(limits.most)) return { notice: 'amount-above', amount: limits.most }
  return coins > BigInt(available) ? { notice: 'balance-insufficient', amount: null } : null
}
