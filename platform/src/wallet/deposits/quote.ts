import { bodyCode } from '@minefall/shared/contracts'
import type { DepositPreview, depositPreviewBodySchema, PayTo } from '@minefall/shared/contracts/rest'
import { depositSums, formatUnits } from '@minefall/shared/payments'
import type { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, refusal, wrongField } from '../../http/index.ts'
import type { ChannelRow } from '../channels/channel-row.ts'
import { amountWithin, mostUnits, offeredChannel, priceOf } from '../channels/offered.ts'
import { plainRate } from '../orders/order-view.ts'
import type { WalletSettings } from '../world.ts'

export type AskedDeposit = z.infer<typeof depositPreviewBodySchema>

/** What a deposit costs now, and where it is paid to; `payTo` is null with `checkout`. Sums are in smallest units. */
export type DepositQuote = {
  channel: ChannelRow
  amount: bigint
  sums: ReturnType<typeof depositSums>
  payTo: PayTo | null
}

export const quoteDeposit = async (
  sql: Sql,
  settings: WalletSettings,
  { method, currency, network, amount: typed }: AskedDeposit,
): Promise<DepositQuote | Refusal> => {
  const channel = await offeredChannel(sql, settings, { direction: 'deposit', method, currency })
  if (isRefusal(channel)) return channel
  const payTo = channel.payTo?.[network ?? ''] ?? null
  if (payTo === null && method !== 'checkout') return refusal(bodyCode.methodClosed)
  const amount = amountWithin(channel, typed)
  if (isRefusal(amount)) return amount
  const sums = depositSums(amount, priceOf(channel))
  return sums.total > mostUnits
    ? wrongField('amount', 'calculation-failed')
    : { channel, amount, sums, payTo }
}

/** What is paid in all, as the player reads it. */
export const quotedTotal = ({ channel, sums }: DepositQuote): string =>
  formatUnits(sums.total, channel.currency.decimals)

export const viewQuote = (
  quote: DepositQuote,
  { payWithinMs }: WalletSettings,
): Omit<DepositPreview, 'terms'> => {
  const { channel, amount, sums } = quote
  const { currency, rate } = channel
  return {
    amount: amount.toString(),
    rate: plainRate(rate),
    currency,
    fiat: formatUnits(sums.fiat, currency.decimals),
    fee: formatUnits(sums.feeFiat, currency.decimals),
    total: quotedTotal(quote),
    payWithinMs,
  }
}
