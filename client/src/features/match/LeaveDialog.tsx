import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'

type LeaveDialogProps = {
  open: boolean
  /** `costly`: the stake is lost. `free`: it comes back. `locked`: the seat can't be given up just now. */
  kind: 'costly' | 'free' | 'locked'
  onStay(): void
  onLeave(): void
}

/** Leaving is being out: asked once more. Closing the page instead keeps the seat. */
export const LeaveDialog = ({ open, kind, onStay, onLeave }: LeaveDialogProps) => {
  const { t } = useTranslation('match')
  return (
    <Dialog open={open} onClose={onStay} title={t('leave.title')} description={t(`leave.${kind}`)}>
      <DialogActions>
        <Button variant="primary" onClick={onStay}>
          {t('leave.stay')}
        </Button>
        <Button variant="quiet" data-click="leave-match" onClick={onLeave}>
          {t(kind === 'locked' ? 'leave.go' : 'leave.leave')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
