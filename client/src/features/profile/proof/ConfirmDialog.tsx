import type { ProofRequired, User } from '@minefall/shared/contracts'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ConfirmSessionForm } from './ConfirmSessionForm.tsx'

type ConfirmDialogProps = {
  user: User
  /** The proof that the refusal (1207) asks for. */
  asked: ProofRequired
  /** The session is confirmed: the refused call can be repeated. */
  onConfirmed(): void
  onClose(): void
}

/** Asks the player of a recent session to prove that the account is theirs. */
export const ConfirmDialog = ({ user, asked, onConfirmed, onClose }: ConfirmDialogProps) => {
  // Loads all texts of its content, so that keys never flash.
  const { t } = useTranslation(['profile', 'login', 'notices'])
  return (
    <Dialog open onClose={onClose} size="form" title={t('confirm.title')} description={t('confirm.text')}>
      <ConfirmSessionForm user={user} asked={asked} onConfirmed={onConfirmed} />
      <Button variant="quiet" wide onClick={onClose}>
        {t('confirm.later')}
      </Button>
    </Dialog>
  )
}
