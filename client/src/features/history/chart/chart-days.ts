import type { PlayDay } from '@minefall/shared/contracts/rest'

/** The kinds of coins whose days are kept; trial coins are nobody's to win or lose. */
export type ChartedPurse = 'coin' | 'promo'

/** What a UTC day's matches changed: coins won, below zero lost. */
export type ChartDay = { day: string; net: bigint }

/** How many days a chart shows, today included. */
export const chartedDays = 14

const dayMs = 86_400_000

/** The days up to that of `now` (milliseconds since 1970), the oldest first; one that nothing is told of changed nothing. */
export const chartDays = (told: readonly PlayDay[], purse: ChartedPurse, now: number): ChartDay[] => {
  const nets = new Map(told.map(({ day, net, promoNet }) => [day, purse === 'coin' ? net : promoNet]))
  return Array.from({ length: chartedDays }, (_, index) => {
    const day = new Date(now - (chartedDays - 1 - index) * dayMs).toISOString().slice(0, 10)
    return { day, net: BigInt(nets.get(day) ?? '0') }
  })
}

/** Where a bar stands, in parts of the chart's height from its top. */
export type Bar = { top: number; height: number }

/** The bars of the days and the line of zero between what was won and lost; null where nothing changed. */
export const chartBars = (days: readonly ChartDay[]): { zero: number; bars: Bar[] } | null => {
  const most = days.reduce((found, { net }) => (net > found ? net : found), 0n)
  const least = days.reduce((found, { net }) => (net < found ? net : found), 0n)
  const range = Number(most - least)
  if (range === 0) return null
  const zero = Number(most) / range
  const bars = days.map(({ net }): Bar => {
    const height = Math.abs(Number(net)) / range
    return { top: net > 0n ? zero - height : zero, height }
  })
  return { zero, bars }
}

/** What all the days changed together. */
export const sumOf = (days: readonly ChartDay[]): bigint => days.reduce((sum, { net }) => sum + net, 0n)
