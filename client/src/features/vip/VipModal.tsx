import { useTranslation } from 'react-i18next'
import { useSession } from '../../machines/session/index.ts'
import { Sheet } from '../../ui/Sheet.tsx'

/** Level, VIP tier and the gifts of both, over any page. Nothing for guests. */
export const VipModal = ({ onClose }: { onClose(): void }) => {
  const { t } = useTranslation(['vip', 'common', 'ui', 'notices', 'errors'])
  const userId = useSession(({ context }) => context.user?.id)
  if (!userId) return null
  return (
    <Sheet title={t('title')} onClose={onClose}>
      {null}
    </Sheet>
  )
}
