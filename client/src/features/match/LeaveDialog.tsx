import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'

type LeaveDialogProps = {
  open: boolean
  /** Whether a stake is lost by leaving: the match has started. */
  costly: boolean
  onStay(): void
  onLeave(): void
}

/** Leaving is being out: asked once more. Closing the page instead keeps the seat. */
export const LeaveDialog = ({ open, costly, onStay, onLeave }: LeaveDialogProps) => {
  const { t } = useTranslation('match')
  return (
    <Dialog
      open={open}
      onClose={onStay}
      title={t('leave.title')}
      description={costly ? t('leave.costly') : t('leave.free')}
    >
      <DialogActions>
        <Button variant="primary" onClick={onStay}>
          {t('leave.stay')}
        </Button>
        <Button variant="quiet" onClick={onLeave}>
          {t('leave.leave')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
