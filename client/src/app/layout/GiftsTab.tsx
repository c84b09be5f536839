import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useReadyGifts } from '../../lib/center.ts'
import { useSession } from '../../machines/session/index.ts'
import shape from '../../styles/shape.module.css'
import { Icon } from '../../ui/Icon.tsx'
import { ReadyCount } from '../../ui/ReadyCount.tsx'
import styles from './TabBar.module.css'

/** The way to all gifts at the thumb, with how many wait. */
export const GiftsTab = () => {
  const { t } = useTranslation('panels')
  const { all, activities } = useReadyGifts(useSession(({ context }) => context.user?.id ?? null))
  return (
    <Link
      className={styles.tab}
      to="/"
      // Where some wait: those of activities first.
      search={{ modal: all > 0 && activities === 0 ? 'vip' : 'activities' }}
      activeProps={{ 'aria-current': undefined }}
    >
      <span className={styles.counted}>
        <Icon name="gift" size={22} />
        <ReadyCount className={styles.count} count={all} />
      </span>
      {t('layout.gifts')}
      {all > 0 && <span className={shape.aside}>, {t('layout.readyGifts', { count: all })}</span>}
    </Link>
  )
}
