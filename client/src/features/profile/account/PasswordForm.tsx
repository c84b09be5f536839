import type { User } from '@minefall/shared/contracts'
import type { FormEventHandler, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import styles from '../forms/form.module.css'
import { Trouble } from '../forms/TextField.tsx'

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
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      {/* Tells password managers whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      {children}
      <Trouble text={trouble} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" wide busy={busy}>
          {t('password.save')}
        </Button>
      </div>
    </form>
  )
}
