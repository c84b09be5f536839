import type { User } from '@minefall/shared/contracts/rest'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { LoadTrouble } from '../LoadTrouble.tsx'
import { useCenter } from '../queries.ts'
import { LoginPasswordDialog } from './LoginPasswordDialog.tsx'
import { PaymentPasswordDialog } from './PaymentPasswordDialog.tsx'

type PaymentPasswordSetterProps = {
  user: User
  /** Begins with the way for who forgot the old one. */
  forgotten?: boolean
  onClose(): void
}

/** The dialog of the payment password wherever one is asked for it, with that of the login password where it needs one. */
export const PaymentPasswordSetter = ({ user, forgotten = false, onClose }: PaymentPasswordSetterProps) => {
  const { t } = useTranslation(['profile', 'login'])
  const center = useCenter(user.id)
  const [needsLogin, setNeedsLogin] = useState(false)
  const security = center.data?.security
  if (!security)
    return (
      <Dialog open onClose={onClose} size="form" title={t('paymentPassword.change')}>
        <LoadTrouble asked={center} what={t('account.what')} />
        {center.fetchStatus === 'fetching' && <Skeleton height="180px" />}
      </Dialog>
    )
  return needsLogin ? (
    <LoginPasswordDialog
      user={user}
      hasPassword={security.hasPassword}
      onClose={() => setNeedsLogin(false)}
    />
  ) : (
    <PaymentPasswordDialog
      user={user}
      security={security}
      forgotten={forgotten}
      onClose={onClose}
      onLoginPassword={() => setNeedsLogin(true)}
    />
  )
}
