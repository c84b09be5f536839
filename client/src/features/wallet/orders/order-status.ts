import type { Order } from '@minefall/shared/contracts/rest'
import {
  isEnded,
  type OrderKind,
  type OrderStatus,
  orderMoves,
  type PaymentMethod,
  paymentMethodSchema,
} from '@minefall/shared/payments'
import { useTranslation } from 'react-i18next'
import { formatCoins, formatDateTime, formatRate, formatSum } from '../../../lib/format.ts'
import type { ChipProps } from '../../../ui/Chip.tsx'
import type { IconName } from '../../../ui/Icon.tsx'

export const periods = ['all', 'today', 'week', 'month'] as const
type Period = (typeof periods)[number]

/** What a history is narrowed to; null is any. */
export type OrderFilters = {
  status: OrderStatus | null
  method: PaymentMethod | null
  period: Period
}
export const noFilters: OrderFilters = { status: null, method: null, period: 'all' }

/** The statuses that orders of a kind have. */
export const statusesOf = (kind: OrderKind): OrderStatus[] => Object.keys(orderMoves[kind]) as OrderStatus[]

/** The methods that orders of a kind have. */
export const methodsOf = (kind: OrderKind) =>
  paymentMethodSchema.options.filter((method) => kind === 'deposit' || method !== 'checkout')

const daysBack: Record<Period, number | null> = { all: null, today: 0, week: 6, month: 29 }

/**
 * When a period begins, in milliseconds since 1970: at midnight where the visitor is, so that it stays the same all day;
 * null for all time.
 */
export const beginningOf = (period: Period, now: number): number | null => {
  const back = daysBack[period]
  if (back === null) return null
  const day = new Date(now)
  day.setHours(0, 0, 0, 0)
  day.setDate(day.getDate() - back)
  return day.getTime()
}

/** Writes what an order is made of in the player's language. */
export const useOrderText = () => {
  const { t, i18n } = useTranslation('orders')
  const locale = i18n.language
  return {
    coins: (amount: string) => t('coins', { count: Number(amount), amount: formatCoins(amount, locale) }),
    sum: (sum: string, { currency }: Pick<Order, 'currency'>) => formatSum(sum, currency, locale),
    rate: ({ rate, currency }: Pick<Order, 'rate' | 'currency'>) =>
      t('rate', { worth: formatRate(rate, currency, locale) }),
    method: ({ kind, method, network }: Pick<Order, 'kind' | 'method' | 'network'>) => {
      const name = t(`${kind === 'deposit' ? 'method' : 'methodIn'}.${method}`)
      return network === null ? name : `${name} ${network}`
    },
    time: (at: number) => formatDateTime(at, locale),
  }
}

type Look = { icon: IconName; tone: NonNullable<ChipProps['tone']> }

/** A status is shape, word and color; `expired` is a failure that no one is to blame for. */
const looks = {
  submitted: { icon: 'clock', tone: 'primary' },
  paid: { icon: 'checks', tone: 'warn' },
  reviewing: { icon: 'eye', tone: 'warn' },
  credited: { icon: 'check', tone: 'good' },
  failed: { icon: 'stop', tone: 'bad' },
  expired: { icon: 'clock', tone: 'plain' },
  waiting: { icon: 'clock', tone: 'warn' },
  paidOut: { icon: 'check', tone: 'good' },
  rejected: { icon: 'stop', tone: 'bad' },
  pending: { icon: 'clock', tone: 'plain' },
  unknown: { icon: 'help', tone: 'plain' },
} as const satisfies Record<string, Look>

export type StatusName = keyof typeof looks
export const statusNames = Object.keys(looks) as StatusName[]

/** The words for each documented status of a kind. */
const named: Record<Order['kind'], Readonly<Record<string, StatusName>>> = {
  deposit: {
    submitted: 'submitted',
    paid: 'paid',
    reviewing: 'reviewing',
    completed: 'credited',
    failed: 'failed',
  },
  withdrawal: { pending: 'waiting', completed: 'paidOut', rejected: 'rejected' },
}

type Standing = Pick<Order, 'kind' | 'status' | 'endedAt' | 'reason'>

/** What a status is called: a status that is not known is pending while its order goes on, or else unknown. */
export const statusName = ({ kind, status, endedAt, reason }: Standing): StatusName => {
  const name = Object.hasOwn(named[kind], status) ? named[kind][status] : undefined
  if (name === 'failed' && reason?.code === 'expired') return 'expired'
  return name ?? (endedAt === null && !isEnded(status) ? 'pending' : 'unknown')
}

/** What an order did to the coins: a sign only where they came or are taken. */
export const coinSign = ({ kind, status }: Pick<Order, 'kind' | 'status'>): '+' | '−' | undefined => {
  if (kind === 'deposit') return status === 'completed' ? '+' : undefined
  return status === 'rejected' ? undefined : '−'
}

export const statusLook = (name: StatusName): Look => looks[name]
