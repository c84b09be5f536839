import type { Destination } from '@minefall/shared/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/notices.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx'
import { Trouble } from '../../profile/forms/TextField.tsx'
import { withdrawKey } from './use-withdraw-state.ts'
import { removeDestination } from './withdraw-calls.ts'

type RemoveDialogProps = { userId: string; destination: Destination; onClose(): void }

/** Asks once more before a destination is forgotten. */
export const RemoveDialog = ({ userId, destination: { id, method, label }, onClose }: RemoveDialogProps) => {
  const { t } = useTranslation('withdraw')
  const client = useQueryClient()
  const remove = useMutation({
    networkMode: 'always',
    mutationFn: () => removeDestination(id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: withdrawKey(userId) })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('remove.title')}
      description={t('remove.text', { what: `${t(`method.${method}`)} ${label}` })}
    >
      <Trouble text={remove.isError ? errorText(remove.error) : null} />
      <DialogActions>
        <Button variant="primary" wide busy={remove.isPending} onClick={() => remove.mutate()}>
          {t('remove.yes')}
        </Button>
        <Button variant="quiet" wide onClick={onClose}>
          {t('remove.no')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
