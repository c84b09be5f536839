import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import { PlaySettings } from '../settings/index.ts'

type SettingsDialogProps = {
  open: boolean
  /** What reports a problem, where there is something to report on. */
  report?: ReactNode
  onClose(): void
}

/** Sound, feel and motion of a match, without leaving it. */
export const SettingsDialog = ({ open, report, onClose }: SettingsDialogProps) => {
  const { t } = useTranslation('settings')
  return (
    <Dialog open={open} onClose={onClose} title={t('title')} size="wide">
      <PlaySettings />
      {report}
    </Dialog>
  )
}
