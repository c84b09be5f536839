import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { Step } from '../parts/Step.tsx'
import styles from './withdraw.module.css'

/** The first step's size, until there is one. */
export const WithdrawSkeleton = () => {
  const { t } = useTranslation()
  return (
    <Step>
      <div className={styles.waiting} role="status" aria-label={t('loading')}>
        <Skeleton height="28px" />
        <Skeleton height="60px" />
        <Skeleton width="5rem" height="20px" />
        <Skeleton height="64px" />
        <Skeleton height="48px" />
        <Skeleton height="64px" />
        <Skeleton height="72px" />
      </div>
    </Step>
  )
}
