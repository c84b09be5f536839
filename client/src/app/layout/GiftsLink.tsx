import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useReadyGifts } from '../../lib/center.ts'
import { useSession } from '../../machines/session/index.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ReadyCount } from '../../ui/ReadyCount.tsx'
import styles from './GiftsLink.module.css'

/** The way to the activities where the header has room, with how many of their gifts wait; on phones it is in the bar. */
export const GiftsLink = () => {
  const { t } = useTranslation('panels')
  const { activities } = useReadyGifts(useSession(({ context }) => context.user?.id ?? null))
  const name = t('layout.activities')
  return (
    <Link
      className={styles.gifts}
      to="/"
      search={{ modal: 'activities' }}
      aria-label={activities > 0 ? `${name}, ${t('layout.readyGifts', { count: activities })}` : name}
      title={name}
    >
      <Icon name="gift" size={22} />
      <ReadyCount className={styles.count} count={activities} />
    </Link>
  )
}
