import type { Price } from '@minefall/shared/payments'
import { type Refusal, wrongField } from '../../http/index.ts'
import type { ChannelRow } from './channel-row.ts'

/** What sums of a channel are made from. */
export const priceOf = ({
  rate,
  currency,
  feeBps,
  feeFixed,
}: Pick<ChannelRow, 'rate' | 'currency' | 'feeBps' | 'feeFixed'>): Price => ({
  rate,
  decimals: currency.decimals,
  fee: { bps: feeBps, fixed: feeFixed },
})

/** The most that the database keeps of a sum, in smallest units. */
export const mostUnits = 2n ** 63n - 1n

/** The coins of an order as they were typed, digits alone; refused outside the bounds of its channel. */
export const amountWithin = (
  { least, most }: Pick<ChannelRow, 'least' | 'most'>,
  typed: string,
): bigint | Refusal => {
  const amount = BigInt(typed)
  if (amount < least) return wrongField('amount', 'amount-below', { amount: least.toString() })
  if (amount > most) return wrongField('amount', 'amount-above', { amount: most.toString() })
  return amount
}
