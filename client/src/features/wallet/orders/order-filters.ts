import {
  type OrderKind,
  type OrderStatus,
  orderMoves,
  type PaymentMethod,
  paymentMethodSchema,
} from '@minefall/shared/payments'

export const periods = ['all', 'today', 'week', 'month'] as const
export type Period = (typeof periods)[number]

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
