import { type PlayDay, playCalls } from '@minefall/shared/contracts/rest'
import type { Asset } from '@minefall/shared/game'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../calls/api.ts'
import { errorText } from '../../../calls/notices.ts'
import { serverNow } from '../../../machines/connection/index.ts'
import { Again } from '../../../parts/QueryState.tsx'
import { Coins, useCoinsText } from '../../../ui/Coins.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import styles from '../history.module.css'

type NetChartProps = { days: readonly ChartDay[]; purse: ChartedPurse }

/** Share of a day's column that its bar takes. */
const barPart = 0.62

const percent = (part: number): string => `${part * 100}%`

const signed = (net: bigint): { amount: string; sign?: '+' | '−' } => ({
  amount: (net < 0n ? -net : net).toString(),
  ...(net === 0n ? {} : { sign: net > 0n ? ('+' as const) : ('−' as const) }),
})

const useDayText = () => {
  const { i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return (day: string) => format.format(new Date(`${day}T00:00:00Z`))
}

/** The same for those who don't see the bars. */
const DayTable = ({ days, purse }: NetChartProps) => {
  const { t } = useTranslation('history')
  const coins = useCoinsText()
  const dayText = useDayText()
  return (
    <table className={styles.table}>
      <caption>{t('chart.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('chart.day')}</th>
          <th scope="col">{t('chart.net')}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, net }) => {
          const { amount, sign = '' } = signed(net)
          return (
            <tr key={day}>
              <th scope="row">{dayText(day)}</th>
              <td>
                {sign}
                {coins(amount, purse)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** What each of the last days' matches changed: bars for the eye, a table for the ear. */
const NetChart = ({ days, purse }: NetChartProps) => {
  const { t } = useTranslation('history')
  const title = useId()
  const dayText = useDayText()
  const [pointed, point] = useState<ChartDay | null>(null)
  const chart = chartBars(days)
  const shown = pointed?.net ?? sumOf(days)
  const first = days[0]
  const width = 1 / days.length
  return (
    <section className={styles.chart} aria-labelledby={title}>
      <div className={styles.head}>
        <h3 id={title}>{t('chart.title')}</h3>
        <p className={styles.sum} data-ahead={shown > 0n}>
          <span>{pointed ? dayText(pointed.day) : t('chart.span', { count: days.length })}</span>
          <Coins {...signed(shown)} purse={purse} />
        </p>
      </div>
      {chart ? (
        <svg className={styles.bars} aria-hidden="true" onPointerLeave={() => point(null)}>
          {days.map((day, index) => {
            const bar = chart.bars[index]
            return (
              <g key={day.day} data-won={day.net > 0n} onPointerEnter={() => point(day)}>
                <rect
                  className={styles.column}
                  x={percent(index * width)}
                  width={percent(width)}
                  height="100%"
                />
                {bar && bar.height > 0 && (
                  <rect
                    className={styles.bar}
                    x={percent((index + (1 - barPart) / 2) * width)}
                    width={percent(width * barPart)}
                    y={percent(bar.top)}
                    height={percent(bar.height)}
                    rx={3}
                  />
                )}
              </g>
            )
          })}
          <line className={styles.zero} x1="0" x2="100%" y1={percent(chart.zero)} y2={percent(chart.zero)} />
        </svg>
      ) : (
        <p className={styles.nothing}>{t(`chart.nothing.${purse}`)}</p>
      )}
      <p className={styles.ends} aria-hidden="true">
        <span>{first && dayText(first.day)}</span>
        <span>{t('day.today')}</span>
      </p>
      <DayTable days={days} purse={purse} />
    </section>
  )
}

/** The kinds of coins whose days are kept; trial coins are no one's to win or lose. */
type ChartedPurse = 'coin' | 'promo'

/** What a UTC day's matches changed: coins won, below zero lost. */
type ChartDay = { day: string; net: bigint }

/** How many days a chart shows, today included. */
const chartedDays = 14

const dayMs = 86_400_000

/** The days up to that of `now` (milliseconds since 1970), the oldest first; one that nothing is reported about changed nothing. */
export const chartDays = (told: readonly PlayDay[], purse: ChartedPurse, now: number): ChartDay[] => {
  const nets = new Map(told.map(({ day, net, promoNet }) => [day, purse === 'coin' ? net : promoNet]))
  return Array.from({ length: chartedDays }, (_, index) => {
    const day = new Date(now - (chartedDays - 1 - index) * dayMs).toISOString().slice(0, 10)
    return { day, net: BigInt(nets.get(day) ?? '0') }
  })
}

/** Where a bar stands, in parts of the chart's height from its top. */
type Bar = { top: number; height: number }

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

type HistoryChartProps = {
  userId: string
  /** The coins that are looked at; null for all. */
  asset: Exclude<Asset, 'trial'> | null
}

/** Won and lost by day in one kind of coins: of all kinds in withdrawable ones, where any were staked. */
export const HistoryChart = ({ userId, asset }: HistoryChartProps) => {
  const { t } = useTranslation(['history', 'common'])
  const { data, isError, isFetching, error, refetch, fetchStatus } = useQuery({
    queryKey: ['account', userId, 'history', 'days'],
    // One page holds more days than are shown.
    queryFn: async ({ signal }) => (await ask(playCalls.days, { signal })).items,
    staleTime: 0,
    retry: 1,
  })
  if (data) {
    const purse: ChartedPurse = asset ?? (data.some(({ staked }) => staked !== '0') ? 'coin' : 'promo')
    return <NetChart days={chartDays(data, purse, serverNow())} purse={purse} />
  }
  if (isError)
    return (
      <Note icon="alert" role="alert" action={<Again busy={isFetching} onPress={() => refetch()} />}>
        {t('common:sentences', { first: t('chart.failed'), second: errorText(error) })}
      </Note>
    )
  // Without a network the list below says so.
  if (fetchStatus === 'paused') return null
  return (
    <div className={styles.chart} aria-busy="true">
      <div className={styles.head}>
        <Skeleton width="9rem" height="1.5rem" />
        <Skeleton width="6rem" height="1.5rem" />
      </div>
      <Skeleton height="96px" />
      <p className={styles.ends}>
        <Skeleton width="3rem" height="1rem" />
        <Skeleton width="3rem" height="1rem" />
      </p>
    </div>
  )
}
