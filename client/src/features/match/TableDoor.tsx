import type { Table } from '@minefall/shared/contracts/rest'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLobby } from '../../calls/use-lobby.ts'
import { formatSeconds } from '../../lib/format.ts'
import type { MatchSearch } from '../../lib/search.ts'
import { useConnection } from '../../machines/connection/index.ts'
import { openLogin, useLoginShown } from '../../machines/login/index.ts'
import { useSession } from '../../machines/session/index.ts'
import { useTableName } from '../../parts/table-name.ts'
import { Button } from '../../ui/Button.tsx'
import { useCoinsText } from '../../ui/Coins.tsx'
import { classes } from '../../ui/classes.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { StillBoard } from '../../ui/StillBoard.tsx'
import {
  artTiles,
  canPay,
  gatheringAt,
  maySit,
  QueueChoice,
  RuleIcons,
  SeatDots,
  TableQuestions,
  tableTint,
  useChoice,
} from '../lobby/index.ts'
import { LoginRequiredPanel } from '../panels/index.ts'
import styles from './door.module.css'
import { useWays } from './use-ways.ts'

/** A table for coins, before a seat is taken: what to play for, and the button that says it. */
export const TableDoor = ({ table, search }: { table: Table; search: MatchSearch }) => {
  const { t, i18n } = useTranslation(['lobby', 'match', 'rules'])
  const navigate = useNavigate()
  const nameOf = useTableName()
  const coins = useCoinsText()
  const tiles = useMemo(() => artTiles(table), [table])
  const { choice, balance, choose } = useChoice(table, search)
  const figure = useLobby()?.tables.find(({ gameId }) => gameId === table.gameId) ?? null
  const player = useConnection(({ context }) => context.player)
  const isSignedIn = useSession((session) => session.hasTag('signedIn'))
  const isLoggingIn = useLoginShown()
  const [asksPrivate, askPrivate] = useState(false)
  const { gameId } = table
  const isGuest = player !== null && !isSignedIn && !maySit(table, player)
  const { tables } = useWays()
  if (!choice) return null
  const sit = () => {
    navigate({
      to: '/game/$gameId',
      params: { gameId },
      search: choice,
      state: { sitsDown: true },
      replace: true,
    }).catch(() => undefined)
  }
  return (
    <main className={styles.door}>
      <IconButton className={styles.back} icon="left" label={t('match:failure.games')} onClick={tables} />
      <Panel as="section" className={classes(styles.table, tableTint(gameId))}>
        <StillBoard className={styles.art} columns={table.rules.w} rows={table.rules.h} tiles={tiles} />
        <div className={styles.choice}>
          <PageTitle className={styles.name}>{nameOf(gameId, table.name)}</PageTitle>
          <RuleIcons table={table} />
          {table.rules.sealed && <p className={styles.sealed}>{t('rules:sealed')}</p>}
          <div className={styles.figures}>
            <SeatDots seats={table.seats} avatars={gatheringAt(figure, choice)} />
            {figure && (
              <p>
                {figure.waitMs === null
                  ? t('lobby:table.noWait')
                  : t('lobby:table.wait', { time: formatSeconds(figure.waitMs, i18n.language) })}
              </p>
            )}
          </div>
          <QueueChoice table={table} choice={choice} balance={balance} figure={figure} onChange={choose} />
          <Button
            variant="primary"
            size="big"
            wide
            disabled={!canPay(balance, choice)}
            data-click="sit-down"
            onClick={sit}
          >
            {t('match:gathering.sit', { stake: coins(choice.stake, choice.asset) })}
          </Button>
          <Button
            variant="quiet"
            icon="lock"
            wide
            data-click="private-table"
            onClick={() => askPrivate(true)}
          >
            {t('lobby:private.open')}
          </Button>
        </div>
      </Panel>
      <TableQuestions
        question={asksPrivate ? { ask: 'private', table } : null}
        onClose={() => askPrivate(false)}
      />
      <LoginRequiredPanel
        open={isGuest && !isLoggingIn}
        wanted={{ table: { gameId, name: nameOf(gameId, table.name) } }}
        onClose={tables}
        onLogin={() => openLogin()}
      />
    </main>
  )
}
