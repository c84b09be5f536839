import { beginOf, dayMs, dayOf, safeTiles } from '@minefall/shared/daily'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clockText } from '../../lib/countdown.ts'
import { formatCount, formatUtcDayShort } from '../../lib/format.ts'
import { formatPercent } from '../../lib/percent.ts'
import { QueryState, useFailureText } from '../../parts/QueryState.tsx'
import shape from '../../styles/shape.module.css'
import { Avatar } from '../../ui/Avatar.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './daily.module.css'
import { useHistory, useRanking } from './queries.ts'

const useTexts = () => {
  const { i18n } = useTranslation()
  return {
    number: (value: number) => formatCount(value, i18n.language),
    percent: (accuracy: number | null) =>
      accuracy === null ? '–' : formatPercent(accuracy / 100, i18n.language, 1),
  }
}

const List = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section className={styles.list} aria-labelledby={id}>
    <h2 id={id} className={shape.h20}>
      {title}
    </h2>
    {children}
  </section>
)

/** A row for each result; `empty` is said in place of a table without rows. */
const Results = ({
  title,
  heads,
  rows,
  empty,
}: Record<'title' | 'empty', string> & { heads: string[]; rows: ReactNode[] }) =>
  rows.length === 0 ? (
    <p className={styles.empty}>{empty}</p>
  ) : (
    <table className={styles.table}>
      <caption className={shape.aside}>{title}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{rows}</tbody>
    </table>
  )

const days = ['today', 'yesterday'] as const

/** The best of a day, and one's own place. */
export const Ranking = ({ today, userId }: { today: string; userId: string | null }) => {
  const { t } = useTranslation(['daily', 'player'])
  const { number, percent } = useTexts()
  const [which, choose] = useState<(typeof days)[number]>('today')
  const day = which === 'today' ? today : dayOf(beginOf(today) - dayMs)
  const asked = useRanking(day, userId)
  const failure = useFailureText(asked.error)
  const { data } = asked
  const title = t('ranking.title')
  return (
    <List id="daily-ranking" title={title}>
      <Segments
        legend={t('ranking.day')}
        quiet
        look="tabs"
        options={days}
        value={which}
        label={(one) => t(`ranking.${one}`)}
        onChange={choose}
      />
      <QueryState
        of={asked}
        skeleton={<Skeleton height="10rem" />}
        waiting={{ title: t('player:offline.title'), text: t('player:offline.text') }}
        failed={{ title: t('failed'), text: failure }}
        old={t('player:old')}
      />
      {data?.own && (
        <p className={styles.own}>
          {t('ranking.own')} <b>{t('ranking.nth', { place: number(data.own.place) })}</b>{' '}
          <span>{t('ranking.players', { count: data.players })}</span>
          {data.own.hidden && <small>{t('ranking.hidden')}</small>}
        </p>
      )}
      {data && (
        <Results
          title={title}
          empty={t('ranking.empty')}
          heads={[
            t('ranking.place'),
            t('ranking.player'),
            t('ranking.tiles'),
            t('ranking.accuracy'),
            t('ranking.time'),
          ]}
          rows={data.items.map(({ place, id, name, avatar, safe, accuracy, seconds, isOwn }, nth) => (
            <tr key={id ?? `${nth}`} data-own={isOwn}>
              <td>{number(place)}</td>
              <th scope="row">
                {id === null ? (
                  <span className={styles.who}>
                    <Avatar id={avatar} size={28} />
                    <span>{name}</span>
                  </span>
                ) : (
                  <Link className={styles.who} to="/player/$playerId" params={{ playerId: id }}>
                    <Avatar id={avatar} size={28} />
                    <span>{name}</span>
                  </Link>
                )}
              </th>
              <td>{number(safe)}</td>
              <td>{percent(accuracy)}</td>
              <td>{clockText(seconds)}</td>
            </tr>
          ))}
        />
      )}
    </List>
  )
}

/** One's own days. */
export const History = ({ userId }: { userId: string | null }) => {
  const { t, i18n } = useTranslation(['daily', 'player'])
  const { number, percent } = useTexts()
  const asked = useHistory(userId)
  const failure = useFailureText(asked.error)
  const { data } = asked
  const title = t('history.title')
  if (!data && !asked.isError) return null
  return (
    <List id="daily-history" title={title}>
      <QueryState
        of={asked}
        waiting={{ title: t('player:offline.title'), text: t('player:offline.text') }}
        failed={{ title: t('failed'), text: failure }}
        old={t('player:old')}
      />
      {data && (
        <Results
          title={title}
          empty={t('history.none')}
          heads={[
            t('ranking.day'),
            t('ranking.tiles'),
            t('history.lives'),
            t('ranking.accuracy'),
            t('ranking.time'),
          ]}
          rows={data.map(({ day, safe, hits, accuracy, seconds, rules }) => (
            <tr key={day}>
              <th scope="row">{formatUtcDayShort(day, i18n.language)}</th>
              <td>{t('status.of', { safe: number(safe), all: number(safeTiles(rules)) })}</td>
              <td>{number(hits)}</td>
              <td>{percent(accuracy)}</td>
              <td>{clockText(seconds)}</td>
            </tr>
          ))}
        />
      )}
    </List>
  )
}
