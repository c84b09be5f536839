import { useTranslation } from 'react-i18next'
import { LanguageChoice } from '../../app/layout/LanguageChoice.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { DeviceRows } from './DeviceRows.tsx'

/** How the product speaks, looks, sounds and feels in this browser. */
export const SettingsModal = ({ onClose }: { onClose(): void }) => {
  const { t } = useTranslation(['settings', 'panels', 'common'])
  return (
    <Sheet title={t('title')} onClose={onClose}>
      <LanguageChoice named />
      <DeviceRows />
    </Sheet>
  )
}
