import { useTranslation } from 'react-i18next'
import { useSession } from '../../machines/session/index.ts'
import { Sheet } from '../../ui/Sheet.tsx'

/** Limits, breaks and reminders that a player sets for themselves, over any page. Nothing for guests. */
export const PlayModal = ({ onClose }: { onClose(): void }) => {
  const { t } = useTranslation(['play', 'common', 'ui', 'notices', 'errors'])
  const userId = useSession(({ context }) => context.user?.id)
  if (!userId) return null
  return (
    <Sheet title={t('title')} onClose={onClose}>
      {null}
    </Sheet>
  )
}
