import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useReadyGifts } from '../../lib/center.ts'
import { useSession } from '../../machines/session/index.ts'
import shape from '../../styles/shape.module.css'
import { ReadyCount } from '../../ui/ReadyCount.tsx'
import styles from './LevelLink.module.css'

/** A guest has no level yet. */
const guestLevel = 0

/** One's level and the way to it, with how many gifts of level and VIP wait there. */
export const LevelLink = () => {
  const { t } = useTranslation('panels')
  const level = useSession(({ context }) => context.user?.level ?? guestLevel)
  const { vip } = useReadyGifts(useSession(({ context }) => context.user?.id ?? null))
  return (
    <Link className={styles.level} to="/" search={{ modal: 'vip' }}>
      {t('layout.level', { level })}
      <ReadyCount count={vip} />
      {vip > 0 && <span className={shape.aside}>, {t('layout.readyGifts', { count: vip })}</span>}
    </Link>
  )
}
