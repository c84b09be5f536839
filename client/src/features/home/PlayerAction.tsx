import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadyGifts } from '../../calls/center.ts'
import { useTables } from '../../calls/query.ts'
import { trialGameId } from '../../lib/tables.ts'
import { useSession } from '../../machines/session/index.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { canPay, chooseFor, filterTables, noFilters, useStakeable } from '../lobby/index.ts'
import styles from './Home.module.css'

/** How many gifts wait, and the way to them; `otherwise` while there are none. */
const GiftsReady = ({ otherwise }: { otherwise: ReactNode }) => {
  const { t } = useTranslation('home')
  const { all, activities } = useReadyGifts(useSession(({ context }) => context.user?.id ?? null))
  if (all === 0) return otherwise
  return (
    <Link className={styles.gifts} to="/" search={{ modal: activities > 0 ? 'activities' : 'vip' }}>
      <Icon name="gift" />
      {t('gifts', { count: all })}
      <Icon name="right" size={16} />
    </Link>
  )
}

/** The first table for coins that the player can pay for now; the list of them while none is known. */
const useCoinTable = () => {
  const { data } = useTables()
  const balance = useStakeable()
  const table = filterTables(data ?? [], { ...noFilters, price: 'coins' }).find((one) => {
    const choice = chooseFor(one, balance, {})
    return choice !== null && canPay(balance, choice)
  })
  return table === undefined
    ? ({ to: '/games', search: { price: 'coins' } } as const)
    : ({ to: '/game/$gameId', params: { gameId: table.gameId } } as const)
}

/** For a player: a table for coins first, a trial second. */
export const PlayerAction = ({ look }: { look: string }) => {
  const { t } = useTranslation('home')
  const table = useCoinTable()
  return (
    <div className={styles.act}>
      <Link className={look} {...table} data-click="play-coins">
        <Icon name="play" />
        {t('playCoins')}
      </Link>
      <Link
        className={classes(buttonClass({ size: 'big' }), styles.cta)}
        to="/game/$gameId"
        params={{ gameId: trialGameId }}
        data-click="play-trial"
      >
        {t('play')}
      </Link>
      <GiftsReady otherwise={<span className={styles.note}>{t('coinsNote')}</span>} />
    </div>
  )
}
