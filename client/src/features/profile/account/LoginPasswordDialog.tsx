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
import { useForm } from '../../../parts/forms/use-form.ts'
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
  const { field, submit, busy, trouble } = useForm({
    schema: passwordChangeBodySchema,
    values: { currentPassword: '', newPassword: '' },
    notice: 'password-changed',
    save: (body) => ask(accountCalls.changePassword, { body }),
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
  const { field, submit, refuse, goTo, busy, trouble } = useForm({
    schema: byCodeSchema,
    values: { verificationCode: '', newPassword: '' },
    notice: 'password-changed',
    save: (body) => ask(accountCalls.changePasswordByCode, { body }),
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
