import { type Destination, walletCalls } from '@minefall/shared/contracts/rest'
import type { PaymentMethod } from '@minefall/shared/payments'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../calls/api.ts'
import { errorText } from '../../../calls/notices.ts'
import { orGone } from '../../../calls/or-gone.ts'
import { formatRelative } from '../../../lib/format.ts'
import { useServerNow } from '../../../machines/connection/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { classes } from '../../../ui/classes.ts'
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx'
import { Trouble } from '../../../ui/forms/TextField.tsx'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { type Withdrawal, withdrawKey } from './use-withdrawal.ts'
import styles from './withdraw.module.css'

/** The sign of a way out. */
const methodSign = {
  alipay: 'transfer',
  usdt: 'chain',
  bank: 'card',
  checkout: 'window',
} as const satisfies Record<PaymentMethod, IconName>

type DestinationRowProps = {
  /** Of the group that one is chosen from. */
  name: string
  destination: Destination
  /** Nothing goes out this way at the moment. */
  closed: boolean
  locked: boolean
  chosen: boolean
  onChoose(): void
  onRemove(): void
}

/** A saved destination: what it is known by, and why it can't be used where it can't. */
const DestinationRow = ({
  name,
  destination: { method, network, label, realName, bank, opensAt },
  closed,
  locked,
  chosen,
  onChoose,
  onRemove,
}: DestinationRowProps) => {
  const { t, i18n } = useTranslation('withdraw')
  const id = useId()
  const now = useServerNow(30_000)
  const known = [realName, bank ? `${bank.name} ${label}` : label].filter(Boolean).join(', ')
  const why = closed ? t('closed') : t('opens', { when: formatRelative(opensAt, now, i18n.language) })
  return (
    <div className={classes(styles.choice, chosen && styles.on, locked && styles.locked)}>
      <label className={styles.pick}>
        <span className={styles.mark}>
          <Icon name={methodSign[method]} />
        </span>
        <span className={styles.naming}>
          <b>
            {t(`method.${method}`)}
            {network && (
              <Chip small tone="good">
                {network}
              </Chip>
            )}
          </b>
          <small>{known}</small>
          {locked && <small id={`${id}-why`}>{why}</small>}
        </span>
        {locked && <Icon name="lock" size={18} className={styles.lock} />}
        <input
          type="radio"
          className={styles.radio}
          name={name}
          checked={chosen}
          disabled={locked}
          aria-describedby={locked ? `${id}-why` : undefined}
          onChange={onChoose}
        />
      </label>
      <IconButton
        className={styles.bin}
        icon="bin"
        label={t('remove.action', { what: `${t(`method.${method}`)} ${label}` })}
        onClick={onRemove}
      />
    </div>
  )
}

type RemoveDialogProps = { userId: string; destination: Destination; onClose(): void }

/** Asks once more before a destination is forgotten. */
const RemoveDialog = ({ userId, destination: { id, method, label }, onClose }: RemoveDialogProps) => {
  const { t } = useTranslation('withdraw')
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => orGone(ask(walletCalls.removeDestination, { params: { id } })),
    onSuccess: () => client.invalidateQueries({ queryKey: withdrawKey(userId) }),
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
        <Button
          variant="primary"
          wide
          busy={remove.isPending}
          onClick={() => remove.mutate(undefined, { onSuccess: onClose })}
        >
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
        <p className={styles.aside}>{t('none', { code: offer?.currency.code ?? '' })}</p>
      )}
      {elsewhere > 0 && <p className={styles.aside}>{t('elsewhere', { count: elsewhere })}</p>}
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
