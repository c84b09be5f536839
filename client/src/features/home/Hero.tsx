import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadyGifts } from '../../calls/center.ts'
import { trialGameId } from '../../lib/trial.ts'
import { useConnection } from '../../machines/connection/index.ts'
import { useSession } from '../../machines/session/index.ts'
import shape from '../../styles/shape.module.css'
import { buttonClass } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Hero.module.css'
import { LiveBoard } from './LiveBoard.tsx'

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

const Action = () => {
  const { t } = useTranslation('home')
  const seated = useConnection(({ context }) => context.seated)
  const look = classes(buttonClass({ variant: 'primary', size: 'big' }), styles.cta)
  if (seated)
    return (
      <div className={styles.act}>
        <Link
          className={look}
          to="/game/$gameId"
          params={{ gameId: seated.gameId }}
          search={{ match: seated.matchId }}
          data-click="return-to-match"
        >
          <Icon name="play" />
          {t('return')}
        </Link>
        <span className={styles.note}>{t('returnNote')}</span>
      </div>
    )
  return (
    <div className={styles.act}>
      <Link className={look} to="/game/$gameId" params={{ gameId: trialGameId }} data-click="play-trial">
        <Icon name="play" />
        {t('play')}
      </Link>
      <GiftsReady otherwise={<span className={styles.note}>{t('playNote')}</span>} />
    </div>
  )
}

/** What it is, and one tap into it. */
export const Hero = () => {
  const { t } = useTranslation('home')
  return (
    <div className={classes(shape.wrap, styles.hero)}>
      <div className={styles.words}>
        <h1 className={styles.headline}>
          {t('headline.first')} <em>{t('headline.second')}</em>
        </h1>
        <p className={styles.lead}>{t('lead')}</p>
        <Action />
      </div>
      <LiveBoard />
    </div>
  )
}
