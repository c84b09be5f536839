import type { Digest } from '@minefall/shared/contracts'
import { useTranslation } from 'react-i18next'
import { formatRelative } from '../../lib/format.ts'
import { useServerNow } from '../../machines/connection/index.ts'
import shape from '../../styles/shape.module.css'
import { Avatar } from '../../ui/Avatar.tsx'
import { Coins } from '../../ui/Coins.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useTableName } from '../lobby/table-name.ts'
import styles from './RecentWins.module.css'

/** As many as stand beside the three steps. */
const shownWins = 5

const Wins = ({ wins }: { wins: Digest['wins'] }) => {
  const { t, i18n } = useTranslation('home')
  const nameOf = useTableName()
  const now = useServerNow(30_000)
  return (
    <Panel as="ul" className={styles.wins}>
      {wins.slice(0, shownWins).map(({ at, gameId, asset, amount, player }) => (
        <li key={`${at}-${gameId}-${player.name}`} className={styles.win}>
          <Avatar id={player.avatar} size={40} />
          <p className={styles.who}>
            <b>{player.name}</b>
            <small>
              {t('wins.of', {
                table: nameOf(gameId),
                when: formatRelative(at, Math.max(at, now), i18n.language),
              })}
            </small>
          </p>
          <Coins className={styles.amount} amount={amount} purse={asset} />
        </li>
      ))}
    </Panel>
  )
}

/** Who won lately, as the platform tells it; when nobody has, that is what it says. */
export const RecentWins = ({ digest }: { digest: Digest | null }) => {
  const { t } = useTranslation('home')
  return (
    <section className={styles.section} aria-labelledby="wins">
      <h2 id="wins" className={shape.h28}>
        {t('wins.title')}
      </h2>
      {digest && digest.wins.length > 0 ? (
        <Wins wins={digest.wins} />
      ) : (
        <Panel className={styles.none}>
          {digest ? (
            <EmptyState face="wow" title={t('wins.empty')} text={t('wins.emptyText')} />
          ) : (
            <EmptyState face="wink" title={t('wins.waiting')} text={t('wins.waitingText')} />
          )}
        </Panel>
      )}
    </section>
  )
}
