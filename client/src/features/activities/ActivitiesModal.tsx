import { useTranslation } from 'react-i18next'
import { useSession } from '../../machines/session/index.ts'
import { Sheet } from '../../ui/Sheet.tsx'

/** What is running, how far one is, and what can be claimed, over any page. Nothing for guests. */
export const ActivitiesModal = ({ onClose }: { onClose(): void }) => {
  const { t } = useTranslation(['activities', 'common', 'ui', 'notices', 'errors'])
  const userId = useSession(({ context }) => context.user?.id)
  if (!userId) return null
  return (
    <Sheet title={t('title')} onClose={onClose}>
      {null}
    </Sheet>
  )
}
