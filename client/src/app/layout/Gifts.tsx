import { useTranslation } from 'react-i18next'
import { useReadyGifts } from '../../lib/center.ts'
import { useSession } from '../../machines/session/index.ts'
import shape from '../../styles/shape.module.css'
import { ReadyCount } from '../../ui/ReadyCount.tsx'

/** How many gifts of activities wait, beside the way to them. */
export const Gifts = ({ className }: { className?: string | undefined }) => {
  const { t } = useTranslation('panels')
  const { activities } = useReadyGifts(useSession(({ context }) => context.user?.id ?? null))
  return (
    <>
      <ReadyCount className={className} count={activities} />
      {activities > 0 && (
        <span className={shape.aside}>, {t('layout.readyGifts', { count: activities })}</span>
      )}
    </>
  )
}
