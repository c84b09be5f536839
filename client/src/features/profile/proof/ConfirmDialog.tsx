import {
  accountCalls,
  type OwnerProof as Proof,
  type ProofRequired,
  type User,
} from '@minefall/shared/contracts/rest'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ask } from '../../../calls/api.ts'
import { useForm } from '../../../parts/forms/use-form.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { AccountForm } from '../../../ui/forms/TextField.tsx'
import { OwnerProof } from './OwnerProof.tsx'
import { noProof, proofShape, useOwnerProof } from './proof-fields.ts'

type ConfirmSessionFormProps = {
  user: User
  /** The proof that the refused call (1207) asks for. */
  asked: ProofRequired
  /** The session is confirmed: the call can be repeated. */
  onConfirmed(): void
}

/** Confirms this session with a proof of ownership, in any dialog. */
const ConfirmSessionForm = ({ user, asked, onConfirmed }: ConfirmSessionFormProps) => {
  const { t } = useTranslation(['profile', 'login', 'notices'])
  const proof = useOwnerProof(asked)
  const way = proof.way ?? 'none'
  const { field, submit, refuse, goTo, busy, trouble } = useForm({
    schema: z.object(proofShape(way)),
    values: noProof,
    save: ({ ownCode, paymentPassword }) => {
      const body: Proof = way === 'code' ? { ownCode } : { paymentPassword }
      return ask(accountCalls.confirmSession, { body })
    },
    onSaved: onConfirmed,
  })
  const fields = (
    <OwnerProof
      user={user}
      asked={asked}
      way={way}
      onWay={proof.choose}
      ownCode={field('ownCode')}
      paymentPassword={field('paymentPassword')}
      goTo={goTo}
      refuse={refuse}
    />
  )
  if (way === 'none') return fields
  return (
    <AccountForm onSubmit={submit} busy={busy} trouble={trouble} save={t('proof.confirm')} wide>
      {fields}
    </AccountForm>
  )
}

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
