import { useTranslation } from 'react-i18next'
import { useUnread } from '../../features/chat/unread.ts'
import shape from '../../styles/shape.module.css'
import { ReadyCount } from '../../ui/ReadyCount.tsx'

/** How many messages of support wait, beside the way to them. */
export const Unread = ({ className }: { className?: string | undefined }) => {
  const { t } = useTranslation('panels')
  const count = useUnread()
  return (
    <>
      <ReadyCount className={className} count={count} />
      {count > 0 && <span className={shape.aside}>, {t('layout.unread', { count })}</span>}
    </>
  )
}
