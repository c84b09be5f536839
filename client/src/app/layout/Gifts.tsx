import { useTranslation } from 'react-i18next'
import { useReadyGifts } from '../../calls/center.ts'
import shape from '../../styles/shape.module.css'
import { ReadyCount } from '../../ui/ReadyCount.tsx'

export type GiftsProps = {
  /** Whose they are. */
  userId: string
  /** Those of activities, or of level and VIP. */
  of: 'activities' | 'vip'
  className?: string | undefined
}

/** How many gifts wait, beside the way to them. */
export const Gifts = ({ userId, of, className }: GiftsProps) => {
  const { t } = useTranslation('panels')
  const count = useReadyGifts(userId)[of]
  return (
    <>
      <ReadyCount className={className} count={count} />
      {count > 0 && <span className={shape.aside}>, {t('layout.readyGifts', { count })}</span>}
    </>
  )
}
