import { useTranslation } from 'react-i18next'
import { useSession } from '../../machines/session/index.ts'
import { Sheet } from '../../ui/Sheet.tsx'

/** The invitation of an account, who came by it, and what that earned, over any page. Nothing for guests. */
export const InviteModal = ({ onClose }: { onClose(): void }) => {
  const { t } = useTranslation(['invite', 'common', 'ui', 'notices', 'errors'])
  const userId = useSession(({ context }) => context.user?.id)
  if (!userId) return null
  return (
    <Sheet title={t('title')} onClose={onClose}>
      {null}
    </Sheet>
  )
}
