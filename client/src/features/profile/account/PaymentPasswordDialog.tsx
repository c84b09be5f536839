import {
  type AccountCenter,
  accountCalls,
  givenPasswordSchema,
  newPasswordSchema,
  type User,
} from '@minefall/shared/contracts/rest'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ask } from '../../../calls/api.ts'
import { useCenter } from '../../../calls/center.ts'
import { formatRelative } from '../../../lib/format.ts'
import { useServerNow } from '../../../machines/connection/index.ts'
import { enteredCodeSchema } from '../../../parts/forms/CodeField.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { PasswordField } from '../../../ui/forms/TextField.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { LoadTrouble } from '../LoadTrouble.tsx'
import { useOutdated } from '../queries.ts'
import styles from './account.module.css'
import { LoginPasswordDialog, OwnCodeFields, PasswordForm } from './LoginPasswordDialog.tsx'

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

/** How a payment password is set: the first one, with the old one, or by who forgot it. */
type PaymentWay = 'first' | 'old' | 'forgotten'

const newPassword = newPasswordSchema
const notAsked = z.string()

/** What each way asks for, of the body of `user/paypasswordchange`. */
const paymentFormSchemas = {
  first: z.object({ currentPassword: notAsked, newPassword, verificationCode: enteredCodeSchema }),
  old: z.object({ currentPassword: givenPasswordSchema, newPassword, verificationCode: notAsked }),
  forgotten: z.object({
    currentPassword: givenPasswordSchema,
    newPassword,
    verificationCode: enteredCodeSchema,
  }),
} as const satisfies Record<PaymentWay, z.ZodType>

type PaymentFormProps = { user: User; way: PaymentWay; onSaved(): void }

const empty = { currentPassword: '', newPassword: '', verificationCode: '' }

/** The fields that each way asks for; what it doesn't ask for stays empty and is not sent. */
const PaymentForm = ({ user, way, onSaved }: PaymentFormProps) => {
  const { t } = useTranslation('profile')
  const outdated = useOutdated(user.id)
  const { field, submit, refuse, goTo, busy, trouble } = useForm({
    schema: paymentFormSchemas[way],
    values: empty,
    notice: 'password-changed',
    save: async ({ verificationCode, ...passwords }) => {
      try {
        const body = way === 'old' ? passwords : { ...passwords, verificationCode }
        await ask(accountCalls.changePaymentPassword, { body })
      } finally {
        // A wrong one may have been the last that was allowed; another one closes withdrawals for a while.
        void outdated('center', 'withdraw')
      }
    },
    onSaved,
  })
  return (
    <PasswordForm user={user} onSubmit={submit} busy={busy} trouble={trouble}>
      {way !== 'old' && (
        <OwnCodeFields
          {...field('verificationCode')}
          user={user}
          onSent={() => goTo('verificationCode')}
          refuse={refuse}
        />
      )}
      {way !== 'first' && (
        <PasswordField
          {...field('currentPassword')}
          label={t(way === 'old' ? 'paymentPassword.old' : 'paymentPassword.login')}
          autoComplete={way === 'old' ? 'off' : 'current-password'}
        />
      )}
      <PasswordField
        {...field('newPassword')}
        label={t('paymentPassword.new')}
        hint={t('paymentPassword.rule')}
        autoComplete="new-password"
      />
    </PasswordForm>
  )
}

type PaymentPasswordDialogProps = {
  user: User
  security: AccountCenter['security']
  /** Begins with the way for who forgot the old one. */
  forgotten?: boolean
  onClose(): void
  /** To set the login password, which anyone who forgot the payment password needs. */
  onLoginPassword(): void
}

/** The payment password: the first with a code, another with the old one, a forgotten one with code and login password. */
export const PaymentPasswordDialog = ({
  user,
  security,
  forgotten = false,
  onClose,
  onLoginPassword,
}: PaymentPasswordDialogProps) => {
  const { t, i18n } = useTranslation('profile')
  const now = useServerNow(30_000)
  const [isForgotten, setForgotten] = useState(forgotten)
  const { hasPassword, hasPaymentPassword, paymentLockedUntil } = security
  const isLocked = paymentLockedUntil !== null && paymentLockedUntil > now
  const way: PaymentWay = !hasPaymentPassword ? 'first' : isForgotten ? 'forgotten' : 'old'
  return (
    <Dialog
      open
      onClose={onClose}
      size="form"
      title={t(hasPaymentPassword ? 'paymentPassword.change' : 'paymentPassword.set')}
      description={t('paymentPassword.text')}
    >
      {isLocked && way !== 'forgotten' && (
        <div className={styles.note}>
          <Icon name="lock" />
          <div>
            <p role="status">{t('paymentPassword.locked')}</p>
            {/* It changes each minute, and is not read out each time. */}
            <p>
              {t('paymentPassword.unlocks', { when: formatRelative(paymentLockedUntil, now, i18n.language) })}
            </p>
          </div>
        </div>
      )}
      {way === 'forgotten' && !hasPassword ? (
        <>
          <p className={styles.note}>
            <Icon name="lock" />
            {t('paymentPassword.needsLogin')}
          </p>
          <Button variant="primary" wide onClick={onLoginPassword}>
            {t('loginPassword.set')}
          </Button>
        </>
      ) : (
        !(isLocked && way === 'old') && <PaymentForm key={way} user={user} way={way} onSaved={onClose} />
      )}
      {hasPaymentPassword && (
        <Button variant="text" className={styles.other} onClick={() => setForgotten(!isForgotten)}>
          {t(isForgotten ? 'paymentPassword.byOld' : 'paymentPassword.forgotten')}
        </Button>
      )}
    </Dialog>
  )
}
