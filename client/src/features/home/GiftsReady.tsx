import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadyGifts } from '../../lib/center.ts'
import { useSession } from '../../machines/session/index.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './GiftsReady.module.css'

/** How many gifts wait, and the way to them; `otherwise` while there are none. */
export const GiftsReady = ({ otherwise }: { otherwise: ReactNode }) => {
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
