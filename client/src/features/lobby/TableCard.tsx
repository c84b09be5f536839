import type { TableFigure } from '@minefall/shared/contracts/live'
import type { Table } from '@minefall/shared/contracts/rest'
import type { PlayerView } from '@minefall/shared/game'
import { Link } from '@tanstack/react-router'
import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatSeconds } from '../../lib/format.ts'
import { isFree } from '../../lib/tables.ts'
import { useConnection } from '../../machines/connection/index.ts'
import { useSession } from '../../machines/session/index.ts'
import { useTableName } from '../../parts/table-name.ts'
import shape from '../../styles/shape.module.css'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { StillBoard, type StillTile } from '../../ui/StillBoard.tsx'
import { canPay, useChoice } from './choice.ts'
import { gatheringAt, QueueChoice, RuleIcons, StakeChoice } from './QueueChoice.tsx'
import styles from './TableCard.module.css'

type SeatDotsProps = {
  seats: number
  /** Who sits at the match that gathers; null while no one knows. */
  avatars: readonly string[] | null
}

/** The next match's seats, filling. */
export const SeatDots = ({ seats, avatars }: SeatDotsProps) => {
  const { t } = useTranslation('lobby')
  const known = avatars !== null
  const taken = avatars?.length ?? 0
  return (
    <div className={styles.fill}>
      <span className={styles.seats} aria-hidden="true">
        {Array.from({ length: seats }, (_, seat) => seat).map((seat) => {
          const avatar = avatars?.[seat]
          return avatar === undefined ? (
            <i key={seat} className={styles.seat} />
          ) : (
            <Avatar key={seat} className={styles.taken} id={avatar} seat={seat} />
          )
        })}
      </span>
      <span className={styles.ratio} aria-hidden="true">
        {known && t('table.ratio', { taken, seats })}
      </span>
      <span className={shape.aside}>
        {known && (taken === 0 ? t('table.free') : t('table.taken', { taken, seats }))}
      </span>
    </div>
  )
}

/** A patch of open tiles in the middle, the same each time for the same table. */
export const artTiles = ({ gameId, rules }: Table): StillTile[] => {
  const { w, h, clues } = rules
  let seed = 7
  for (const letter of gameId) seed = (Math.imul(seed, 31) + letter.charCodeAt(0)) >>> 0
  return Array.from({ length: w * h }, (_, tile) => {
    const x = tile % w
    const y = Math.floor(tile / w)
    const roll = (Math.imul(seed ^ Math.imul(tile + 1, 0x9e3779b9), 0x85ebca6b) >>> 8) % 100
    const central = 1 - Math.hypot(x - (w - 1) / 2, y - (h - 1) / 2) / (Math.min(w, h) / 1.6)
    const isOpen = roll < central * 78
    return isOpen ? { kind: 'open', clue: clues ? 1 + (roll % 4) : null } : { kind: 'closed' }
  })
}

const tints: Partial<Record<string, string>> = {
  'mines-trial': styles.trialTint,
  'mines-duel': styles.duel,
  'mines-classic': styles.classic,
  'mines-clues': styles.clues,
  'mines-royale': styles.royale,
}

/** Wherever a table is drawn, its tiles have its own tint; a sealed one has that of the dealt one of its size. */
export const tableTint = (gameId: string): string =>
  classes(styles.tinted, tints[gameId.replace('sealed-', '')])

/** Whether this visitor may sit at the table; someone not known yet counts as a guest. */
export const maySit = ({ guests }: Table, player: PlayerView | null): boolean =>
  guests || player?.kind === 'player'

/** What a card asks its screen to open. */
export type TableQuestion = { ask: 'rules' | 'login' | 'private'; table: Table }

export type TableCardProps = {
  table: Table
  /** Live figures; null until they are here. */
  figure: TableFigure | null
  /** Adds the average wait, a button for the rules and the way to a private table. */
  full?: boolean | undefined
  onAsk: (question: TableQuestion) => void
}

const Now = ({ figure }: { figure: TableFigure | null }) => {
  const { t } = useTranslation('lobby')
  if (!figure) return <span className={styles.now} />
  return (
    <span className={classes(styles.now, figure.playing > 0 && styles.busy)}>
      {figure.playing > 0 ? t('table.playing', { count: figure.playing }) : t('table.noPlayers')}
    </span>
  )
}

const Wait = ({ figure }: { figure: TableFigure | null }) => {
  const { t, i18n } = useTranslation('lobby')
  const wait = figure?.waitMs ?? null
  if (!figure) return <p className={styles.wait} />
  return (
    <p className={styles.wait}>
      {wait === null ? t('table.noWait') : t('table.wait', { time: formatSeconds(wait, i18n.language) })}
    </p>
  )
}

/** A table: its rules, stakes, who is there, and the way in. */
export const TableCard = ({ table, figure, full = false, onAsk }: TableCardProps) => {
  const { t } = useTranslation('lobby')
  const nameOf = useTableName()
  const heading = useId()
  const Heading = full ? 'h2' : 'h3'
  const free = isFree(table)
  const { choice, balance, choose } = useChoice(table)
  const player = useConnection(({ context }) => context.player)
  // The connection is no one's, or still the guest's, for a moment after the page's start or a login.
  const isSignedIn = useSession((session) => session.hasTag('signedIn'))
  const isMember = isSignedIn || maySit(table, player)
  const tiles = useMemo(() => artTiles(table), [table])
  const name = nameOf(table.gameId, table.name)
  const join = free ? t('table.playFree') : t('table.join')
  const joinAt = free ? t('table.playFreeAt', { table: name }) : t('table.joinAt', { table: name })
  const variant = free ? 'primary' : 'neutral'
  return (
    <Panel
      as="li"
      className={classes(styles.card, tableTint(table.gameId), free && styles.trial, full && styles.full)}
      aria-labelledby={heading}
    >
      <StillBoard className={styles.art} columns={table.rules.w} rows={table.rules.h} tiles={tiles} />
      <div className={styles.name}>
        <Heading id={heading} className={styles.title}>
          {name}
        </Heading>
        <Now figure={figure} />
        {full && <Wait figure={figure} />}
      </div>
      <div className={styles.rules}>
        <RuleIcons table={table} />
        {full && !free && (
          <IconButton
            className={styles.help}
            icon="help"
            label={t('table.rules', { table: name })}
            data-click="table-rules"
            onClick={() => onAsk({ ask: 'rules', table })}
          />
        )}
      </div>
      <div className={styles.stakes}>
        {choice &&
          (free ? (
            <div>
              <StakeChoice
                stakes={table.stakes}
                purse={choice.asset}
                value={choice.stake}
                onChange={(stake) => choose({ ...choice, stake })}
              />
              {table.practice && <p className={styles.practice}>{t('table.practice')}</p>}
            </div>
          ) : (
            <QueueChoice table={table} choice={choice} balance={balance} figure={figure} onChange={choose} />
          ))}
      </div>
      <div className={styles.enter}>
        <SeatDots seats={table.seats} avatars={gatheringAt(figure, choice)} />
        {isMember && choice && canPay(balance, choice) ? (
          <Link
            className={classes(buttonClass({ variant }), styles.join)}
            to="/game/$gameId"
            params={{ gameId: table.gameId }}
            search={free ? {} : choice}
            state={{ sitsDown: true }}
            aria-label={joinAt}
            data-click="join-table"
          >
            {join}
          </Link>
        ) : (
          <Button
            className={styles.join}
            variant={variant}
            aria-label={joinAt}
            data-click="join-table"
            disabled={isMember}
            onClick={() => onAsk({ ask: 'login', table })}
          >
            {join}
          </Button>
        )}
        {full && free && (
          <Button
            className={styles.second}
            variant="quiet"
            icon="help"
            aria-label={t('table.rules', { table: name })}
            data-click="table-rules"
            onClick={() => onAsk({ ask: 'rules', table })}
          >
            {t('table.showRules')}
          </Button>
        )}
        {full && !free && (
          <Button
            className={styles.second}
            variant="quiet"
            icon="lock"
            aria-label={t('private.openAt', { table: name })}
            data-click="private-table"
            onClick={() => onAsk({ ask: isMember ? 'private' : 'login', table })}
          >
            {t('private.open')}
          </Button>
        )}
      </div>
    </Panel>
  )
}
