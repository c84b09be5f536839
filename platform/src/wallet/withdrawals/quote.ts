import { bodyCode } from '@minefall/shared/contracts'
import { destinationCurrency, formatUnits, withdrawalSums } from '@minefall/shared/payments'
import type { Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, refusal, wrongField } from '../../http/index.ts'
import { balanceOf } from '../../ledger/index.ts'
import type { ChannelRow } from '../channels/channel-row.ts'
import { amountWithin, mostUnits, offeredChannel, priceOf } from '../channels/offered.ts'
import { readDestination, type SavedDestination } from '../destinations/destination-row.ts'
import type { World } from '../world.ts'

export type WithdrawalAsked = {
  playerId: string
  destinationId: string
  /** Coins, as typed: digits alone. */
  amount: string
}

/** What a withdrawal would come to now. */
export type Quote = {
  destination: SavedDestination
  channel: ChannelRow
  amount: bigint
  feeCoins: bigint
  /** Smallest units of the currency. */
  fiat: bigint
  /** What is paid out, as it is sent and asked for. */
  total: string
}

/**
 * Reckons a withdrawal. Refused for a destination that is none of the player's (1404), a method that is closed (1604),
 * and at the amount: below or above the channel's limits, nothing left behind the fee, a sum that the database can't
 * keep, or more than the withdrawable coins that are available.
 */
export const quoteWithdrawal = async (
  { settings }: Pick<World, 'settings'>,
  sql: Sql,
  { playerId, destinationId, amount: typed }: WithdrawalAsked,
): Promise<Quote | Refusal> => {
  const destination = await readDestination(sql, { id: destinationId, playerId })
  if (!destination) return refusal(bodyCode.notFound)
  const { details } = destination
  const currency = destinationCurrency(details)
  const channel = await offeredChannel(sql, settings, {
    direction: 'withdrawal',
    method: details.method,
    currency,
  })
  if (isRefusal(channel)) return channel
  const amount = amountWithin(channel, typed)
  if (isRefusal(amount)) return amount
  const sums = withdrawalSums(amount, priceOf(channel))
  if (!sums || sums.fiat > mostUnits) return wrongField('amount', 'calculation-failed')
  const { coin } = await balanceOf(sql, playerId)
  if (BigInt(coin) < amount) return wrongField('amount', 'balance-insufficient')
  return { destination, channel, amount, ...sums, total: formatUnits(sums.fiat, channel.currency.decimals) }
}
