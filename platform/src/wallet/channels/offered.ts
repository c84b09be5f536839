import { bodyCode } from '@minefall/shared/contracts'
import type { Channel } from '@minefall/shared/contracts/rest'
import {
  formatUnits,
  type Network,
  networkSchema,
  type OrderKind,
  type PaymentMethod,
} from '@minefall/shared/payments'
import type { FastifyRequest } from 'fastify'
import type { Sql } from '../../db/index.ts'
import { isThisMachine, type Refusal, refusal } from '../../http/index.ts'
import { plainRate } from '../orders/order-view.ts'
import type { WalletSettings } from '../settings.ts'
import { type ChannelRow, readChannels } from './channel-row.ts'

type Offers = Pick<WalletSettings, 'checkout'>

/** The channels offered to this caller. The sandbox is offered only to its own machine. */
export const offersFor = <T extends Offers>(settings: T, request: Pick<FastifyRequest, 'headers'>): T =>
  settings.checkout === 'sandbox' && !isThisMachine(request) ? { ...settings, checkout: 'none' } : settings

/** The chains that USDT may be sent on: of a deposit those that there is an address for. */
export const networksOf = ({ direction, method, payTo }: ChannelRow): Network[] => {
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
