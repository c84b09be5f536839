import { useTranslation } from 'react-i18next'
import lists from '../../parts/lists/lists.module.css'
import { Skeleton } from '../../ui/Skeleton.tsx'

const widths = ['8rem', '6rem', '9rem', '7rem', '8rem'] as const

/** Rows of the final size, until there are any. */
export const StatementSkeleton = () => {
  const { t } = useTranslation()
  return (
    <div className={lists.waiting} role="status" aria-label={t('loading')}>
      {widths.map((width, place) => (
        <div key={`${width}/${String(place)}`} className={lists.row}>
          <Skeleton width="40px" height="40px" round />
          <span className={lists.what}>
            <Skeleton width={width} height="1.25rem" />
            <Skeleton width="5rem" height="1rem" />
          </span>
          <span className={lists.amount}>
            <Skeleton width="4rem" height="1.25rem" />
          </span>
        </div>
      ))}
    </div>
  )
}
