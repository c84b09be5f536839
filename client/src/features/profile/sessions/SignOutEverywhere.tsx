import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { signOutEverywhere } from '../../../lib/account-calls.ts'
import { errorText } from '../../../lib/notices.ts'
import { sessionActor } from '../../../machines/session/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx'
import { Trouble } from '../forms/TextField.tsx'

type Props = {
  open: boolean
  onClose(): void
  /** Called before this device is signed out too. */
  onLeave(): void
}

/** Asks once more, since this device is one of them. */
export const SignOutEverywhere = ({ open, onClose, onLeave }: Props) => {
  const { t } = useTranslation(['profile', 'common'])
  const leave = useMutation({
    networkMode: 'always',
    mutationFn: signOutEverywhere,
    onSuccess: () => {
      onLeave()
      sessionActor.send({ type: 'session.signOut' })
    },
  })
  return (
    <Dialog open={open} onClose={onClose} title={t('everywhere.title')} description={t('everywhere.text')}>
      <Trouble text={leave.isError ? errorText(leave.error) : null} />
      <DialogActions>
        <Button variant="primary" wide busy={leave.isPending} onClick={() => leave.mutate()}>
          {t('everywhere.confirm')}
        </Button>
        <Button variant="quiet" wide onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
