import type { TvPicture } from '@minefall/shared/contracts/live'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tileName } from '../../board/model/coordinates.ts'
import { formatList } from '../../lib/format.ts'
import { useSeen } from '../../lib/use-seen.ts'
import { livePort, serverNow, useConnection } from '../../machines/connection/index.ts'
import { useTableName } from '../../parts/table-name.ts'
import { BoardFlag } from '../../ui/BoardFlag.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import board from '../../ui/board-figure.module.css'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IsoBoard } from '../../ui/IsoBoard.tsx'
import { clockOf, isoTiles } from './picture.ts'
import styles from './tv.module.css'

/** The latest picture of the match on TV while it is watched; null while nothing is on or there is no connection. */
const useTv = (isWatched: boolean): TvPicture | null => {
  const [picture, show] = useState<TvPicture | null>(null)
  useEffect(() => {
    if (!isWatched) return
    const watch = () => void livePort.ask('tv.watch', {})
    const unlisten = livePort.listen((signal) => {
      if (signal.type === 'up') watch()
      else if (signal.type === 'down') show(null)
      else if (signal.type === 'message' && signal.message.name === 'match.tv')
        show(signal.message.payload.picture)
    })
    if (livePort.isUp()) watch()
    return () => {
      unlisten()
      if (livePort.isUp()) void livePort.ask('tv.unwatch', {})
    }
  }, [isWatched])
  return picture
}

type Choosing = {
  turn: NonNullable<TvPicture['turn']>
  player: TvPicture['seats'][number] | undefined
  held: boolean
}

/** Who chooses a tile. Their clock is set once: set again with each picture, it would jump, since it already runs. */
const ChoosingFlag = ({ turn, player, held }: Choosing) => {
  const { t } = useTranslation('board')
  const [clock] = useState(() => clockOf(turn, serverNow()))
  return (
    <span style={clock}>
      <BoardFlag
        timed
        held={held}
        seat={turn.seat}
        player={player}
        side="end"
        text={t('tv.choosing', { name: player?.name ?? '' })}
      />
    </span>
  )
}

/** What happened last, and what happens now: for the eye alone, as a reader would hear of every move. */
const Flags = ({ picture, held }: { picture: TvPicture; held: boolean }) => {
  const { t } = useTranslation('board')
  const { seats, last, turn, winners, columns } = picture
  const playerAt = (seat: number) => seats.find((held) => held.seat === seat)
  const name = (seat: number) => playerAt(seat)?.name ?? ''
  const [winner] = winners ?? []
  return (
    <div aria-hidden="true">
      {last && (
        <BoardFlag
          key={`${last.seat} ${last.tile}`}
          seat={last.seat}
          player={playerAt(last.seat)}
          side="start"
          text={
            last.mine
              ? t('tv.out', { name: name(last.seat) })
              : t('tv.opened', { name: name(last.seat), at: tileName(last.tile, columns) })
          }
        />
      )}
      {winner !== undefined ? (
        <BoardFlag
          seat={winner}
          player={playerAt(winner)}
          side="end"
          text={winners?.length === 1 ? t('tv.won', { name: name(winner) }) : t('tv.shared')}
        />
      ) : (
        turn && (
          <ChoosingFlag
            key={`${turn.at} ${turn.deadline} ${held}`}
            turn={turn}
            player={playerAt(turn.seat)}
            held={held}
          />
        )
      )}
    </div>
  )
}

/**
 * The match on TV, and `children` while there is none. Nothing is asked for while no one can see it, while it is paused, and
 * of those who play themselves.
 */
export const Tv = ({ className, children }: { className?: string | undefined; children?: ReactNode }) => {
  const { t, i18n } = useTranslation('board')
  const nameOf = useTableName()
  const stage = useRef<HTMLDivElement>(null)
  const seen = useSeen(stage)
  const plays = useConnection(({ context }) => context.seated !== null)
  const [paused, pause] = useState(false)
  const picture = useTv(seen && !paused && !plays)
  const tiles = useMemo(() => picture && isoTiles(picture), [picture])
  if (!picture || !tiles || plays)
    return (
      <div ref={stage} className={styles.stage}>
        {children}
      </div>
    )
  const { gameId, matchId, seats, watchers, columns, rows, winners } = picture
  const table = nameOf(gameId)
  const names = formatList(
    seats.filter(({ out }) => !out).map(({ name }) => name),
    i18n.language,
  )
  return (
    <div ref={stage} className={classes(styles.stage, className)}>
      <figure className={classes(board.figure, styles.figure)} aria-label={t('tv.title', { table })}>
        <IsoBoard className={styles.board} columns={columns} rows={rows} tiles={tiles} />
        <Flags picture={picture} held={paused} />
        <figcaption className={classes(board.caption, styles.caption)}>
          <span className={styles.live}>{t('tv.live')}</span>
          <span className={styles.table}>{table}</span>
          {winners?.length === 0 && <span>{t('tv.canceled')}</span>}
          {watchers > 0 && <span className={styles.watchers}>{t('tv.watching', { count: watchers })}</span>}
          <IconButton
            icon={paused ? 'play' : 'pause'}
            label={t(paused ? 'tv.play' : 'tv.pause')}
            onClick={() => pause(!paused)}
          />
        </figcaption>
        <Link
          className={classes(buttonClass({ variant: 'neutral' }), styles.watch)}
          to="/game/$gameId"
          params={{ gameId }}
          search={{ match: matchId }}
          aria-label={t('tv.watchAt', { table, names })}
          data-click="watch-match"
        >
          <Icon name="eye" />
          {t('tv.watch')}
        </Link>
      </figure>
    </div>
  )
}
