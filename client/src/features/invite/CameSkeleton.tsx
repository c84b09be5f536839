import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './came.module.css'

const widths = ['7rem', '5rem', '8rem'] as const

/** Rows of the final size, until it is known who came. */
export const CameSkeleton = () => {
  const { t } = useTranslation()
  return (
    <div className={styles.waiting} role="status" aria-label={t('loading')}>
      {widths.map((width) => (
        <div key={width} className={styles.row}>
          <Skeleton width="40px" height="40px" round />
          <span className={styles.words}>
            <Skeleton width={width} height="1.25rem" />
            <Skeleton width="9rem" height="1rem" />
          </span>
          <span className={styles.far}>
            <Skeleton height="8px" />
          </span>
        </div>
      ))}
    </div>
  )
}
