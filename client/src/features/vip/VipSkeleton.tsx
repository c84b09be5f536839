import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './vip.module.css'

const heights = { card: styles.cardRoom, gifts: styles.giftsRoom, levels: styles.levelsRoom } as const

/** The sheet's parts at their final size, until it is known what stands in them. */
export const VipSkeleton = () => {
  const { t } = useTranslation()
  return (
    <div className={styles.waiting} role="status" aria-label={t('loading')}>
      {(['card', 'gifts', 'levels'] as const).map((part) => (
        <span key={part} className={heights[part]}>
          <Skeleton height="100%" />
        </span>
      ))}
    </div>
  )
}
