import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import { PlaySettings } from '../settings/PlaySettings.tsx'

/** Sound, feel and motion of a match, without leaving it. */
export const SettingsDialog = ({ open, onClose }: { open: boolean; onClose(): void }) => {
  const { t } = useTranslation('settings')
  return (
    <Dialog open={open} onClose={onClose} title={t('title')} size="wide">
      <PlaySettings />
    </Dialog>
  )
}
