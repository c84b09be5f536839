import {
  accountCalls,
  codePasswordChangeBodySchema,
  passwordChangeBodySchema,
  type User,
} from '@minefall/shared/contracts/rest'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../calls/api.ts'
import { enteredCodeSchema } from '../../../parts/forms/entered-code.ts'
import { fieldText, useAccountForm } from '../../../parts/forms/use-account-form.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { PasswordField } from '../../../ui/forms/PasswordField.tsx'
import { OwnCodeFields } from '../contact/OwnCodeFields.tsx'
import { useOutdated } from '../queries.ts'
import styles from './account.module.css'
import { PasswordForm } from './PasswordForm.tsx'

const byCodeSchema = codePasswordChangeBodySchema.extend({ verificationCode: enteredCodeSchema })

type FormProps = { user: User; onSaved(): void }

const ByOldPassword = ({ user, onSaved }: FormProps) => {
  const { t } = useTranslation('profile')
  const { form, submit, busy, trouble } = useAccountForm({
    schema: passwordChangeBodySchema,
    values: { currentPassword: '', newPassword: '' },
    notice: 'password-changed',
    save: (body) => ask(accountCalls.changePassword, { body }),
    onSaved,
  })
  const { errors } = form.formState
  return (
    <PasswordForm user={user} onSubmit={submit} busy={busy} trouble={trouble}>
      <PasswordField
        {...form.register('currentPassword')}
        label={t('password.old')}
        autoComplete="current-password"
        error={fieldText(errors.currentPassword)}
      />
      <PasswordField
        {...form.register('newPassword')}
        label={t('password.new')}
        hint={t('password.rule')}
        autoComplete="new-password"
        error={fieldText(errors.newPassword)}
      />
    </PasswordForm>
  )
}

const ByCode = ({ user, onSaved }: FormProps) => {
  const { t } = useTranslation('profile')
  const { form, submit, refuse, goTo, busy, trouble } = useAccountForm({
    schema: byCodeSchema,
    values: { verificationCode: '', newPassword: '' },
    notice: 'password-changed',
    save: (body) => ask(accountCalls.changePasswordByCode, { body }),
    onSaved,
  })
  const { errors } = form.formState
  return (
    <PasswordForm user={user} onSubmit={submit} busy={busy} trouble={trouble}>
      <OwnCodeFields
        {...form.register('verificationCode')}
        user={user}
        onSent={() => goTo('verificationCode')}
        refuse={refuse}
        error={fieldText(errors.verificationCode)}
      />
      <PasswordField
        {...form.register('newPassword')}
        label={t('password.new')}
        hint={t('password.rule')}
        autoComplete="new-password"
        error={fieldText(errors.newPassword)}
      />
    </PasswordForm>
  )
}

type LoginPasswordDialogProps = { user: User; hasPassword: boolean; onClose(): void }

/** The login password: by the old one or by a code, and by a code alone where there is none yet. */
export const LoginPasswordDialog = ({ user, hasPassword, onClose }: LoginPasswordDialogProps) => {
  const { t } = useTranslation('profile')
  const [byCode, setByCode] = useState(!hasPassword)
  const outdated = useOutdated(user.id)
  const saved = () => {
    void outdated('center', 'sessions')
    onClose()
  }
  const Form = byCode ? ByCode : ByOldPassword
  return (
    <Dialog
      open
      onClose={onClose}
      size="form"
      title={t(hasPassword ? 'loginPassword.change' : 'loginPassword.set')}
      description={t('loginPassword.text')}
    >
      <Form user={user} onSaved={saved} />
      {hasPassword && (
        <Button variant="text" className={styles.other} onClick={() => setByCode(!byCode)}>
          {t(byCode ? 'loginPassword.byOld' : 'loginPassword.byCode')}
        </Button>
      )}
    </Dialog>
  )
}
