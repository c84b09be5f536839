import type { User } from '@minefall/shared/contracts/rest'
import type { FormEventHandler, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountForm } from '../../../ui/forms/AccountForm.tsx'

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
