import type { ReportConnection } from '@minefall/shared/contracts'
import type { MatchId } from '@minefall/shared/game'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon.tsx'
import styles from './report.module.css'

/** The match that a report is about, with the name of its table. */
export type ReportedMatch = { matchId: MatchId; gameId: string; name: string }

type ReportFactsProps = {
  match: ReportedMatch | undefined
  page: string
  release: string | undefined
  connection: ReportConnection
}

/** So much of a release's name tells it from others. */
const releaseShown = 8

/** From here on a device's clock is said to be wrong, in milliseconds. */
const clockOffMs = 1_000

/** What goes with a report, to be read before it goes. */
export const ReportFacts = ({ match, page, release, connection }: ReportFactsProps) => {
  const { t, i18n } = useTranslation(['report', 'connection'])
  const { state, online, closeCode, attempt, roundTripMs, offsetMs } = connection
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
  const isClockRight = Math.abs(offsetMs) < clockOffMs
  const clock = isClockRight
    ? t('facts.clockRight')
    : t(offsetMs > 0 ? 'facts.clockSlow' : 'facts.clockFast', {
        seconds: number.format(Math.abs(offsetMs) / 1000),
      })
  const rows: readonly [string, ReactNode][] = [
    ...(match
      ? [[t('facts.match'), `${match.name} · ${match.matchId.slice(0, 8)}…`] satisfies [string, string]]
      : []),
    [t('facts.page'), page],
    ...(release === undefined
      ? []
      : [[t('facts.release'), release.slice(0, releaseShown)] satisfies [string, string]]),
    [
      t('facts.connection'),
      online
        ? `${t(`connection:badge.${state}`)}${roundTripMs === null ? '' : ` · ${t('connection:latency', { ms: number.format(Math.round(roundTripMs)) })}`}`
        : t('connection:offline.title'),
    ],
    ...(closeCode === null
      ? []
      : [[t('facts.cause'), t(`connection:close.${closeCode}`)] satisfies [string, string]]),
    ...(attempt > 0 ? [[t('facts.attempts'), number.format(attempt)] satisfies [string, string]] : []),
    [t('facts.clock'), clock],
  ]
  return (
    <details className={styles.facts}>
      <summary>
        <Icon name="info" size={18} />
        <span>{t('facts.title')}</span>
        <Icon name="down" size={18} />
      </summary>
      <dl>
        {rows.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>{t('facts.none')}</p>
    </details>
  )
}
