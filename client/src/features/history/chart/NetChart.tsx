import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Coins } from '../../../ui/Coins.tsx'
import { useCoinsText } from '../../../ui/use-coins-text.ts'
import styles from './chart.module.css'
import { type ChartDay, type ChartedPurse, chartBars, sumOf } from './chart-days.ts'

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
export const NetChart = ({ days, purse }: NetChartProps) => {
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
