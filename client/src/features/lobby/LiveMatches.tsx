import type { Digest, WatchableMatch } from '@minefall/shared/contracts/live'
import type { Table } from '@minefall/shared/contracts/rest'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatList } from '../../lib/format.ts'
import { useConnection } from '../../machines/connection/index.ts'
import { useTableName } from '../../parts/table-name.ts'
import shape from '../../styles/shape.module.css'
import { Avatar } from '../../ui/Avatar.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Coins } from '../../ui/Coins.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Panel } from '../../ui/Panel.tsx'
import styles from './LiveMatches.module.css'

const LiveMatch = ({ match, name }: { match: WatchableMatch; name: string }) => {
  const { t, i18n } = useTranslation('lobby')
  const { matchId, gameId, asset, stake, players } = match
  const left = players.filter(({ out }) => !out)
  const names = formatList(
    left.map((player) => player.name),
    i18n.language,
  )
  return (
    <Panel as="li" className={styles.match}>
      <div className={styles.what}>
        <b className={styles.name}>{name}</b>
        <Coins className={styles.stake} amount={stake} purse={asset} />
      </div>
      <div className={styles.who}>
        <span className={styles.players} aria-hidden="true">
          {players.map(({ seat, avatar, out }) => (
            <Avatar key={seat} id={avatar} seat={seat} size={30} out={out} />
          ))}
        </span>
        <span className={styles.left}>{t('live.left', { count: left.length, of: players.length })}</span>
      </div>
      <Link
        className={buttonClass({ variant: 'neutral' })}
        to="/game/$gameId"
        params={{ gameId }}
        search={{ match: matchId }}
        aria-label={t('live.watchAt', { table: name, names })}
        data-click="watch-match"
      >
        <Icon name="eye" />
        {t('live.watch')}
      </Link>
    </Panel>
  )
}

type LiveMatchesProps = {
  /** Live figures; null while there are none. */
  digest: Digest | null
  /** The tables whose matches are wanted. */
  tables: readonly Table[]
}

/** Matches that are played now and that anybody may watch; one's own is played and not watched. */
export const LiveMatches = ({ digest, tables }: LiveMatchesProps) => {
  const { t } = useTranslation('lobby')
  const nameOf = useTableName()
  const own = useConnection(({ context }) => context.seated?.matchId ?? null)
  const matches = (digest?.live ?? []).flatMap((match) => {
    const table = tables.find(({ gameId }) => gameId === match.gameId)
    return table && match.matchId !== own ? [{ match, name: nameOf(table.gameId, table.name) }] : []
  })
  return (
    <section className={styles.section} aria-labelledby="live">
      <h2 id="live" className={shape.h28}>
        {t('live.title')}
      </h2>
      {matches.length > 0 ? (
        <ul className={styles.matches}>
          {matches.map(({ match, name }) => (
            <LiveMatch key={match.matchId} match={match} name={name} />
          ))}
        </ul>
      ) : (
        <Panel className={styles.none}>
          {digest ? (
            <EmptyState face="wink" title={t('live.none')} text={t('live.noneText')} />
          ) : (
            <EmptyState face="sweat" title={t('live.waiting')} text={t('live.waitingText')} />
          )}
        </Panel>
      )}
    </section>
  )
}
