import { playCalls } from '@minefall/shared/contracts/rest'
import type { Asset } from '@minefall/shared/game'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../calls/api.ts'
import { errorText } from '../../../calls/notices.ts'
import { serverNow } from '../../../machines/connection/index.ts'
import { Again } from '../../../parts/lists/Again.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import styles from './chart.module.css'
import { type ChartedPurse, chartDays } from './chart-days.ts'
import { NetChart } from './NetChart.tsx'

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
