import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useReadyGifts } from '../../lib/center.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { ReadyCount } from '../../ui/ReadyCount.tsx'
import styles from './ways.module.css'

const ways = [
  { modal: 'activities', icon: 'flag' },
  { modal: 'history', icon: 'clock' },
  { modal: 'play', icon: 'shield' },
] as const satisfies readonly { modal: string; icon: IconName }[]

/** What else an account has, each in a sheet of its own. */
export const Ways = ({ userId }: { userId: string }) => {
  const { t } = useTranslation('profile')
  const { activities } = useReadyGifts(userId)
  return (
    <nav className={styles.ways} aria-label={t('ways.label')}>
      {ways.map(({ modal, icon }) => {
        const count = modal === 'activities' ? activities : 0
        return (
          <Link key={modal} className={styles.way} to="/" search={{ modal }}>
            <Icon name={icon} />
            <span className={styles.words}>
              {t(`ways.${modal}`)}
              {count > 0 && <small>{t('standing.ready', { count })}</small>}
            </span>
            <ReadyCount count={count} />
            <Icon name="right" size={16} />
          </Link>
        )
      })}
    </nav>
  )
}
