import type { HistoryMatch } from '@minefall/shared/contracts/rest'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatList, formatTime } from '../../lib/format.ts'
import { useTableName } from '../../parts/table-name.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Coins } from '../../ui/Coins.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import styles from './history.module.css'

/** What a match changed: what came back less the stake. */
export const netOf = ({ payout, stake }: Pick<HistoryMatch, 'payout' | 'stake'>): bigint =>
  BigInt(payout) - BigInt(stake)

const signs: Record<HistoryMatch['outcome'], IconName> = {
  won: 'trophy',
  shared: 'seats',
  lost: 'mine',
  refunded: 'again',
}

const Net = ({ match }: { match: HistoryMatch }) => {
  const net = netOf(match)
  const sign = net > 0n ? '+' : net < 0n ? '−' : undefined
  return (
    <span className={styles.net} data-ahead={net > 0n}>
      <Coins amount={(net < 0n ? -net : net).toString()} purse={match.asset} sign={sign} named />
    </span>
  )
}

const useOutcome = ({ outcome, place }: HistoryMatch): string => {
  const { t } = useTranslation('history')
  if (outcome === 'lost' && place !== null) return t('outcome.place', { count: place, ordinal: true })
  return t(`outcome.${outcome}`)
}

/** One match: where, with whom, how it ended, what it changed, and the way to see it again. */
export const HistoryRow = ({ match }: { match: HistoryMatch }) => {
  const { t, i18n } = useTranslation('history')
  const name = useTableName()(match.gameId)
  const outcome = useOutcome(match)
  const time = formatTime(match.endedAt, i18n.language)
  const others = match.players.flatMap((player, seat) =>
    player && seat !== match.seat ? [{ ...player, seat }] : [],
  )
  const people = others.filter(({ kind }) => kind !== 'practice').map((player) => player.name)
  const practice = others.length - people.length
  const names = practice > 0 ? [...people, t('practice', { count: practice })] : people
  return (
    <li className={styles.row} data-outcome={match.outcome}>
      <span className={styles.sign}>
        <Icon name={signs[match.outcome]} />
      </span>
      <div className={styles.words}>
        <p className={styles.what}>
          <b>{name}</b>
          {match.private && <Chip small>{t('mark.private')}</Chip>}
          {match.rematch && <Chip small>{t('mark.rematch')}</Chip>}
        </p>
        <p className={styles.how}>
          {outcome} · <time dateTime={new Date(match.endedAt).toISOString()}>{time}</time>
        </p>
        <p className={styles.with}>
          <span className={styles.faces} aria-hidden="true">
            {others.map(({ avatar, seat }) => (
              <Avatar key={seat} id={avatar} seat={seat} size={22} />
            ))}
          </span>
          <span className={styles.names}>{t('with', { names: formatList(names, i18n.language) })}</span>
        </p>
      </div>
      <div className={styles.end}>
        <Net match={match} />
        {match.startedAt !== null && (
          <Link
            className={buttonClass({ variant: 'text' })}
            to="/game/$gameId"
            params={{ gameId: match.gameId }}
            search={{ match: match.matchId, ply: 0 }}
            state={{ seat: match.seat }}
            aria-label={t('replayOf', { table: name, time })}
          >
            <Icon name="play" size={16} />
            {t('replay')}
          </Link>
        )}
      </div>
    </li>
  )
}
