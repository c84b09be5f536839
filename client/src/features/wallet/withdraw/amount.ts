import { type Channel, type MoneyCurrency, typedAmountSchema } from '@minefall/shared/contracts/rest'
import type { NoticeName } from '@minefall/shared/notices'
import { formatUnits, withdrawalSums } from '@minefall/shared/payments'

/** The steps, each with its own address. */
const steps = ['amount', 'currency', 'destination', 'confirm', 'done'] as const
export type WithdrawStep = (typeof steps)[number]

/** Whether a step is one that leads back to the first. */
export const isFurther = (step: WithdrawStep): boolean => step !== 'amount' && step !== 'done'

/**
 * The step that an address names, or the first where what it is about is not known any more, such as after a reload. What
 * was confirmed is done.
 */
export const shownStep = (
  asked: string | undefined,
  { isReviewed, isPlaced }: { isReviewed: boolean; isPlaced: boolean },
): WithdrawStep => {
  const step = steps.find((one) => one === asked) ?? 'amount'
  if (step !== 'confirm' && step !== 'done') return step
  if (isPlaced) return 'done'
  return step === 'confirm' && isReviewed ? 'confirm' : 'amount'
}

/** A currency that can be withdrawn as, with the ways it is paid out by. */
export type Offer = { currency: MoneyCurrency; ways: readonly Channel[] }

/** The currencies of the open ways out, in the order of these. */
export const offersOf = (channels: readonly Channel[]): Offer[] => {
  const codes = [...new Set(channels.map(({ currency }) => currency.code))]
  return codes.flatMap((code) => {
    const ways = channels.filter(({ currency }) => currency.code === code)
    const [first] = ways
    return first ? [{ currency: first.currency, ways }] : []
  })
}

/** The one that was chosen before, or that of the display currency, or the first; null where nothing is open. */
export const offerOf = (offers: readonly Offer[], kept: string | null, displayed: string): Offer | null => {
  const byCode = (code: string | null) => offers.find(({ currency }) => currency.code === code)
  return byCode(kept) ?? byCode(displayed) ?? offers[0] ?? null
}

/** What so many coins come to by a way, after its fee; null where nothing is left of them. */
export const comesTo = (
  amount: string,
  { rate, currency: { decimals }, feeBps, feeFixed }: Channel,
): string | null => {
  const fee = { bps: feeBps, fixed: BigInt(feeFixed) }
  const sums = withdrawalSums(BigInt(amount), { rate, decimals, fee })
  return sums && formatUnits(sums.fiat, decimals)
}

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
