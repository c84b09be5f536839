import { type Destination, walletCalls } from '@minefall/shared/contracts/rest'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../calls/api.ts'
import { errorText } from '../../../calls/notices.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx'
import { Trouble } from '../../../ui/forms/TextField.tsx'
import styles from './choice.module.css'
import { DestinationRow } from './DestinationRow.tsx'
import { withdrawKey } from './use-withdraw-state.ts'
import type { Withdrawal } from './use-withdrawal.ts'
import sheet from './withdraw.module.css'

type RemoveDialogProps = { userId: string; destination: Destination; onClose(): void }

/** Asks once more before a destination is forgotten. */
const RemoveDialog = ({ userId, destination: { id, method, label }, onClose }: RemoveDialogProps) => {
  const { t } = useTranslation('withdraw')
  const client = useQueryClient()
  const remove = useMutation({
    networkMode: 'always',
    mutationFn: () => ask(walletCalls.removeDestination, { params: { id } }),
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

type DestinationsProps = { of: Withdrawal; onAdd(): void; error: string | null }

/** Where it may go: what is saved for the currency, what of that has to wait and why, and the way to another one. */
export const Destinations = ({ of, onAdd, error }: DestinationsProps) => {
  const { t } = useTranslation('withdraw')
  const name = useId()
  const [removing, setRemoving] = useState<Destination | null>(null)
  const { destinations, destination, elsewhere, offer } = of
  return (
    <fieldset className={styles.destinations} aria-describedby={`${name}-said`}>
      <legend>{t('sendTo')}</legend>
      {destinations.map((one) => (
        <DestinationRow
          key={one.id}
          name={name}
          destination={one}
          closed={of.wayOf(one) === null}
          locked={!of.isOpen(one)}
          chosen={one.id === destination?.id}
          onChoose={() => of.choose(one.id)}
          onRemove={() => setRemoving(one)}
        />
      ))}
      {destinations.length === 0 && (
        <p className={sheet.aside}>{t('none', { code: offer?.currency.code ?? '' })}</p>
      )}
      {elsewhere > 0 && <p className={sheet.aside}>{t('elsewhere', { count: elsewhere })}</p>}
      <Button variant="quiet" icon="plus" wide onClick={onAdd}>
        {t('add')}
      </Button>
      <p id={`${name}-said`} className={styles.wrong} role="alert">
        {error}
      </p>
      {removing && (
        <RemoveDialog userId={of.user.id} destination={removing} onClose={() => setRemoving(null)} />
      )}
    </fieldset>
  )
}
