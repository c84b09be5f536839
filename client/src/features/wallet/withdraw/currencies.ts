import type { Channel, MoneyCurrency } from '@minefall/shared/contracts/rest'
import { formatUnits, withdrawalSums } from '@minefall/shared/payments'

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
