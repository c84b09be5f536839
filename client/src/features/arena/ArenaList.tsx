import { phaseOf } from '@minefall/shared/arena'
import type { Arena } from '@minefall/shared/contracts/live'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatShare } from '../../lib/format.ts'
import { useServerNow } from '../../machines/connection/index.ts'
import { useTableName } from '../../parts/table-name.ts'
import shape from '../../styles/shape.module.css'
import { Chip } from '../../ui/Chip.tsx'
import { Coins } from '../../ui/Coins.tsx'
import { TimeUntil } from '../rewards/index.ts'
import styles from './arena.module.css'

/** What an arena is called: its plan and its table. */
export const useArenaName = (): ((arena: Arena) => string) => {
  const { t } = useTranslation('arena')
  const nameOf = useTableName()
  return ({ plan, gameId }) =>
    `${t(plan === 'hourly' || plan === 'daily' ? `plan.${plan}` : 'plan.other')} · ${nameOf(gameId)}`
}

/** Where an arena is, how long until it goes on, and what it is for. */
export const ArenaFacts = ({ arena, now }: { arena: Arena; now: number }) => {
  const { t, i18n } = useTranslation('arena')
  const phase = phaseOf(arena, now)
  const { stake, asset, pot, potMost, players, rakeBps, beginsAt, endsAt } = arena
  // A free one's pot grows with those who have points: before there are any there is only what it may grow to.
  const isAhead = potMost !== null && pot === '0'
  return (
    <ul className={styles.facts}>
      <li>
        <Chip small>{t(`phase.${phase}`)}</Chip>
      </li>
      {(phase === 'announced' || phase === 'open') && (
        <li>
          {t('startsIn')} <TimeUntil at={beginsAt} />
        </li>
      )}
      {phase === 'running' && (
        <li>
          {t('endsIn')} <TimeUntil at={endsAt} />
        </li>
      )}
      <li>{t('players', { count: players })}</li>
      <li>
        {stake === '0' ? (
          t('free')
        ) : (
          <>
            {t('stake')} <Coins amount={stake} purse={asset} />
          </>
        )}
      </li>
      <li>
        {t(isAhead ? 'potMost' : 'pot')} <Coins amount={isAhead ? (potMost ?? pot) : pot} purse={asset} />
      </li>
      {rakeBps > 0 && <li>{t('rake', { share: formatShare(rakeBps, i18n.language) })}</li>}
    </ul>
  )
}

/** Arenas, each with the way to it; nothing where there are none. */
export const ArenaList = ({ title, arenas }: { title: string; arenas: readonly Arena[] }) => {
  const { i18n } = useTranslation('arena')
  const nameOf = useArenaName()
  const now = useServerNow()
  if (arenas.length === 0) return null
  return (
    <section className={styles.list} aria-label={title}>
      <h2 className={shape.h20}>{title}</h2>
      <ul>
        {arenas.map((arena) => (
          <li key={arena.arenaId}>
            <Link to="/arena/{-$arenaId}" params={{ arenaId: arena.arenaId }}>
              <b>{nameOf(arena)}</b>
              <small>{formatDateTime(arena.beginsAt, i18n.language)}</small>
            </Link>
            <ArenaFacts arena={arena} now={now} />
          </li>
        ))}
      </ul>
    </section>
  )
}
