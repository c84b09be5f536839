import type { User } from '@minefall/shared/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { PaymentPasswordSetter } from '../../profile/account/PaymentPasswordSetter.tsx'
import { PasswordField } from '../../profile/forms/PasswordField.tsx'
import type { TextFieldProps } from '../../profile/forms/TextField.tsx'
import styles from './confirm.module.css'
import { withdrawKey } from './use-withdraw-state.ts'

type PaymentPasswordProps = Pick<TextFieldProps, 'error' | 'name' | 'onChange' | 'onBlur' | 'ref'> & {
  user: User
}

/** The payment password, and the way to another one for who forgot it. */
export const PaymentPassword = ({ user, ...field }: PaymentPasswordProps) => {
  const { t } = useTranslation('withdraw')
  const client = useQueryClient()
  const [isForgotten, setForgotten] = useState(false)
  const close = () => {
    setForgotten(false)
    // Another payment password closes withdrawals for a while.
    void client.invalidateQueries({ queryKey: withdrawKey(user.id), exact: true })
  }
  return (
    <div className={styles.password}>
      <PasswordField {...field} label={t('confirm.password')} autoComplete="off" />
      <Button variant="text" className={styles.forgot} onClick={() => setForgotten(true)}>
        {t('confirm.forgot')}
      </Button>
      {isForgotten && <PaymentPasswordSetter user={user} forgotten onClose={close} />}
    </div>
  )
}
