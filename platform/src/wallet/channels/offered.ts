import { bodyCode } from '@minefall/shared/contracts'
import type { Channel } from '@minefall/shared/contracts/rest'
import {
  formatUnits,
  type Network,
  networkSchema,
  type OrderKind,
  type PaymentMethod,
  type Price,
} from '@minefall/shared/payments'
import type { FastifyRequest } from 'fastify'
import type { Sql } from '../../db/index.ts'
import { isThisMachine, type Refusal, refusal, wrongField } from '../../http/index.ts'
import { plainRate } from '../orders/order-view.ts'
import type { WalletSettings } from '../world.ts'
import { type ChannelRow, readChannels } from './channel-row.ts'

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

type Offers = Pick<WalletSettings, 'checkout'>

/** The channels offered to this caller. The sandbox is offered only to its own machine. */
export const offersFor = <T extends Offers>(settings: T, request: Pick<FastifyRequest, 'headers'>): T =>
  settings.checkout === 'sandbox' && !isThisMachine(request) ? { ...settings, checkout: 'none' } : settings

/** The chains that USDT may be sent on: of a deposit those that there is an address for. */
const networksOf = ({ direction, method, payTo }: ChannelRow): Network[] => {
  if (method !== 'usdt') return []
  return networkSchema.options.filter((network) => direction === 'withdrawal' || payTo?.[network])
}

const isOffered = (channel: ChannelRow, { checkout }: Offers): boolean => {
  const { direction, method, isOpen, payTo } = channel
  if (!isOpen) return false
  if (direction === 'withdrawal') return true
  if (method === 'checkout') return checkout !== 'none'
  return method === 'usdt' ? networksOf(channel).length > 0 : payTo?.[''] !== undefined
}

/** The channels that orders can be placed by now. */
export const offeredChannels = async (sql: Sql, settings: Offers): Promise<ChannelRow[]> =>
  (await readChannels(sql)).filter((channel) => isOffered(channel, settings))

/** The channel of an order to be placed; refused as closed where there is none. */
export const offeredChannel = async (
  sql: Sql,
  settings: Offers,
  { direction, method, currency }: { direction: OrderKind; method: PaymentMethod; currency: string },
): Promise<ChannelRow | Refusal> => {
  const channels = await offeredChannels(sql, settings)
  const found = channels.find(
    (one) => one.direction === direction && one.method === method && one.currency.code === currency,
  )
  return found ?? refusal(bodyCode.methodClosed)
}

/** A channel as players read it. */
export const viewChannel = (channel: ChannelRow, { checkout }: Offers): Channel => {
  const { direction, method, currency, feeFixed } = channel
  return {
    method,
    currency,
    networks: networksOf(channel),
    least: channel.least.toString(),
    most: channel.most.toString(),
    rate: plainRate(channel.rate),
    feeBps: channel.feeBps,
    feeFixed: direction === 'deposit' ? formatUnits(feeFixed, currency.decimals) : feeFixed.toString(),
    sandbox: method === 'checkout' && checkout === 'sandbox',
  }
}
