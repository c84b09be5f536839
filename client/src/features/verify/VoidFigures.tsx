import { fairnessCalls, type Voids } from '@minefall/shared/contracts/rest'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../calls/api.ts'
import { formatCount } from '../../lib/format.ts'
import { QueryState, useFailureText } from '../../parts/QueryState.tsx'
import { useTableName } from '../../parts/table-name.ts'
import shape from '../../styles/shape.module.css'
import { Segments } from '../../ui/Segments.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './verify.module.css'

const reasons = ['seed-missing', 'idle', 'interrupted', 'quarantined', 'link-missing'] as const

const Figures = ({ voids }: { voids: Voids }) => {
  const { t, i18n } = useTranslation('verify')
  const nameOf = useTableName()
  const number = (value: number) => formatCount(value, i18n.language)
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 })
  const rows = [{ gameId: '', ...voids }, ...voids.tables]
  return (
    <table className={styles.table}>
      <caption className={shape.aside}>{t('voids.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('voids.column.table')}</th>
          <th scope="col">{t('voids.column.locks')}</th>
          <th scope="col">{t('voids.column.share')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ gameId, locks, voided, share }) => (
          <tr key={gameId}>
            <th scope="row">{gameId === '' ? t('voids.all') : nameOf(gameId)}</th>
            <td>{number(locks)}</td>
            <td>
              {share && (
                <>
                  {percent.format(share.share)}
                  <small>
                    {t('voids.range', { from: percent.format(share.from), to: percent.format(share.to) })}
                  </small>
                </>
              )}
              {reasons.map((reason) => {
                const matches = voided.find((one) => one.reason === reason)?.matches ?? 0
                return (
                  matches > 0 && (
                    <small key={reason}>{t(`voids.reason.${reason}`, { matches: number(matches) })}</small>
                  )
                )
              })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const spans = ['1', '7', '30', '365'] as const

/** How many matches were canceled after they were locked, and why: what a house that dislikes boards would show in. */
export const VoidFigures = () => {
  const { t, i18n } = useTranslation(['verify', 'orders', 'notices', 'errors'])
  const [days, choose] = useState<(typeof spans)[number]>('30')
  const asked = useQuery({
    queryKey: ['voids', days],
    queryFn: ({ signal }) => ask(fairnessCalls.voids, { query: { days: Number(days) }, signal }),
    retry: 1,
  })
  const failure = useFailureText(asked.error)
  const { data } = asked
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <section id="voids" className={styles.result}>
      <header>
        <h2>{t('voids.title')}</h2>
        <p className={styles.lead}>{t('voids.text')}</p>
      </header>
      <Segments
        legend={t('voids.span')}
        quiet
        options={spans}
        value={days}
        label={(option) => t('voids.days', { count: Number(option) })}
        onChange={choose}
      />
      <QueryState
        of={asked}
        skeleton={<Skeleton height="180px" />}
        waiting={{ title: t('offline.title'), text: t('offline.text') }}
        failed={{ title: t('failed'), text: failure }}
      />
      {data && <Figures voids={data} />}
      {data && data.through > 0 && (
        <p className={styles.place}>{t('voids.through', { time: time.format(data.through) })}</p>
      )}
    </section>
  )
}
