import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './play.module.css'

/** Places of the final size, until what belongs there is known. */
export const PlaySkeleton = () => {
  const { t } = useTranslation()
  return (
    <div className={styles.waiting} role="status" aria-label={t('loading')}>
      <Skeleton height="92px" />
      <div className={styles.two}>
        <Skeleton height="320px" />
        <Skeleton height="320px" />
      </div>
      <Skeleton height="96px" />
    </div>
  )
}
