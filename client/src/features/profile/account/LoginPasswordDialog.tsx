import {
  accountCalls,
  codePasswordChangeBodySchema,
  passwordChangeBodySchema,
  type User,
} from '@minefall/shared/contracts/rest'
import { type FormEventHandler, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../calls/api.ts'
import { CodeField, enteredCodeSchema, useCode } from '../../../parts/forms/CodeField.tsx'
import { type FormField, useForm } from '../../../parts/forms/use-form.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { AccountForm, PasswordField } from '../../../ui/forms/TextField.tsx'
import { readablePhone } from '../proof/proof-fields.ts'
import { useOutdated } from '../queries.ts'
import styles from './account.module.css'

type OwnCodeFieldsProps = FormField & {
  user: User
  onSent(): void
  refuse(error: unknown): void
}

/** A code to a contact of the account: to the one there is, or to the one of two that is chosen. */
export const OwnCodeFields = ({ user, onSent, refuse, ...field }: OwnCodeFieldsProps) => {
  const { t } = useTranslation('profile')
  const name = useId()
  const ways = [
    ...(user.email ? [{ kind: 'email', contact: user.email, shown: user.email } as const] : []),
    ...(user.phoneNumber
      ? [{ kind: 'phone', contact: user.phoneNumber, shown: readablePhone(user) } as const]
      : []),
  ]
  const [kind, setKind] = useState(ways[0]?.kind ?? 'email')
  const way = ways.find((one) => one.kind === kind)
  const code = useCode({
    body: async () => (way ? { contactType: way.kind, contact: way.contact } : null),
    onSent,
    refuse,
  })
  return (
    <>
      {ways.length > 1 && (
        <fieldset className={styles.ways}>
          <legend>{t('ownCode.to')}</legend>
          {ways.map((one) => (
            <label key={one.kind} className={styles.way}>
              <input
                type="radio"
                name={name}
                checked={one.kind === kind}
                onChange={() => setKind(one.kind)}
              />
              {one.shown}
            </label>
          ))}
        </fieldset>
      )}
      <CodeField
        {...field}
        label={t('ownCode.label')}
        hint={way && t('ownCode.hint', { contact: way.shown })}
        code={code}
      />
    </>
  )
}

type PasswordFormProps = {
  user: User
  busy: boolean
  trouble: string | null
  onSubmit: FormEventHandler
  children: ReactNode
}

/** The frame of every form with a password. */
export const PasswordForm = ({ user, busy, trouble, onSubmit, children }: PasswordFormProps) => {
  const { t } = useTranslation('profile')
  return (
    <AccountForm onSubmit={onSubmit} busy={busy} trouble={trouble} save={t('password.save')} wide>
      {/* Tells password managers whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      {children}
    </AccountForm>
  )
}

const byCodeSchema = codePasswordChangeBodySchema.extend({ verificationCode: enteredCodeSchema })

type FormProps = { user: User; onSaved(): void }

const ByOldPassword = ({ user, onSaved }: FormProps) => {
  const { t } = useTranslation('profile')
  const outdated = useOutdated(user.id)
  const { field, submit, busy, trouble } = useForm({
    schema: passwordChangeBodySchema,
    values: { currentPassword: '', newPassword: '' },
    notice: 'password-changed',
    save: async (body) => {
      await ask(accountCalls.changePassword, { body })
      void outdated('center', 'sessions')
    },
    onSaved,
  })
  return (
    <PasswordForm user={user} onSubmit={submit} busy={busy} trouble={trouble}>
      <PasswordField
        {...field('currentPassword')}
        label={t('password.old')}
        autoComplete="current-password"
      />
      <PasswordField
        {...field('newPassword')}
        label={t('password.new')}
        hint={t('password.rule')}
        autoComplete="new-password"
      />
    </PasswordForm>
  )
}

const ByCode = ({ user, onSaved }: FormProps) => {
  const { t } = useTranslation('profile')
  const outdated = useOutdated(user.id)
  const { field, submit, refuse, goTo, busy, trouble } = useForm({
    schema: byCodeSchema,
    values: { verificationCode: '', newPassword: '' },
    notice: 'password-changed',
    save: async (body) => {
      await ask(accountCalls.changePasswordByCode, { body })
      void outdated('center', 'sessions')
    },
    onSaved,
  })
  return (
    <PasswordForm user={user} onSubmit={submit} busy={busy} trouble={trouble}>
      <OwnCodeFields
        {...field('verificationCode')}
        user={user}
        onSent={() => goTo('verificationCode')}
        refuse={refuse}
      />
      <PasswordField
        {...field('newPassword')}
        label={t('password.new')}
        hint={t('password.rule')}
        autoComplete="new-password"
      />
    </PasswordForm>
  )
}

type LoginPasswordDialogProps = { user: User; hasPassword: boolean; onClose(): void }

/** The login password: by the old one or by a code, and by a code alone where there is none yet. */
export const LoginPasswordDialog = ({ user, hasPassword, onClose }: LoginPasswordDialogProps) => {
  const { t } = useTranslation('profile')
  const [byCode, setByCode] = useState(!hasPassword)
  const Form = byCode ? ByCode : ByOldPassword
  return (
    <Dialog
      open
      onClose={onClose}
      size="form"
      title={t(hasPassword ? 'loginPassword.change' : 'loginPassword.set')}
      description={t('loginPassword.text')}
    >
      <Form user={user} onSaved={onClose} />
      {hasPassword && (
        <Button variant="text" className={styles.other} onClick={() => setByCode(!byCode)}>
          {t(byCode ? 'loginPassword.byOld' : 'loginPassword.byCode')}
        </Button>
      )}
    </Dialog>
  )
}
