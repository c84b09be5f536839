import type { Balance } from '@minefall/shared/contracts/live'
import type { AccountCenter, User } from '@minefall/shared/contracts/rest'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCenter } from '../../../calls/center.ts'
import { useBalance } from '../../../calls/use-balance.ts'
import { formatMoney, formatRelative } from '../../../lib/format.ts'
import { useServerNow } from '../../../machines/connection/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { CountedCoins } from '../../../ui/CountedCoins.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { TestBalance } from '../../../ui/TestMoney.tsx'
import { LoadTrouble } from '../LoadTrouble.tsx'
import styles from './account.module.css'
import { CurrencyDialog } from './CurrencyDialog.tsx'
import { LoginPasswordDialog } from './LoginPasswordDialog.tsx'
import { PaymentPasswordDialog } from './PaymentPasswordDialog.tsx'

type Security = AccountCenter['security']
type Asked = 'currency' | 'loginPassword' | 'paymentPassword'

type RowProps = {
  name: Asked
  value: ReactNode
  action: 'change' | 'set'
  /** It can't be told yet what there is to do. */
  waits?: boolean
  onPress(): void
}

const Row = ({ name, value, action, waits = false, onPress }: RowProps) => {
  const { t } = useTranslation('profile')
  const id = `account-${name}`
  return (
    <div className={styles.row}>
      <dt id={id}>{t(`account.${name}`)}</dt>
      <dd>
        {value}
        <Button
          variant="text"
          disabled={waits}
          id={`${id}-action`}
          aria-labelledby={`${id}-action ${id}`}
          onClick={onPress}
        >
          {t(`account.${action}`)}
        </Button>
      </dd>
    </div>
  )
}

const isSet = (security: Security | undefined, name: 'hasPassword' | 'hasPaymentPassword') =>
  security?.[name] === false ? 'set' : 'change'

/** Coins with their worth in the chosen currency, and bonus coins, which have none. */
const Owned = ({ balance, user }: { balance: Balance; user: User }) => {
  const { t, i18n } = useTranslation('profile')
  const worth = Number(balance.coin) * user.exchangeRate
  return (
    <>
      <CountedCoins amount={balance.coin} purse="coin" />
      <span className={styles.state}>
        {t('account.worth', { worth: formatMoney(worth, user.currencySymbol, i18n.language) })}
      </span>
      {balance.promo !== '0' && <CountedCoins amount={balance.promo} purse="promo" />}
      <TestBalance promo={balance.promo} />
    </>
  )
}

/** Currency and passwords, each with the dialog that changes it. */
export const AccountRows = ({ user }: { user: User }) => {
  const { t, i18n } = useTranslation('profile')
  const [asked, setAsked] = useState<Asked | null>(null)
  const center = useCenter(user.id)
  const balance = useBalance()
  const now = useServerNow(30_000)
  const security = center.data?.security
  const lockedUntil = security?.paymentLockedUntil ?? null
  const stateOf = (has: boolean) => (
    <span className={styles.state}>{t(has ? 'account.isSet' : 'account.isNotSet')}</span>
  )
  const close = () => setAsked(null)
  return (
    <>
      <dl className={styles.rows}>
        <div className={styles.row}>
          <dt>{t('account.balance')}</dt>
          <dd>{balance ? <Owned balance={balance} user={user} /> : <Skeleton width="5rem" />}</dd>
        </div>
        <Row
          name="currency"
          value={<span className={styles.value}>{user.currencyCode}</span>}
          action="change"
          onPress={() => setAsked('currency')}
        />
        <Row
          name="loginPassword"
          value={security ? stateOf(security.hasPassword) : <Skeleton width="3rem" />}
          action={isSet(security, 'hasPassword')}
          waits={!security}
          onPress={() => setAsked('loginPassword')}
        />
        <Row
          name="paymentPassword"
          value={
            !security ? (
              <Skeleton width="3rem" />
            ) : lockedUntil !== null && lockedUntil > now ? (
              <Chip tone="warn" small>
                {t('account.locked', { when: formatRelative(lockedUntil, now, i18n.language) })}
              </Chip>
            ) : (
              stateOf(security.hasPaymentPassword)
            )
          }
          action={isSet(security, 'hasPaymentPassword')}
          waits={!security}
          onPress={() => setAsked('paymentPassword')}
        />
      </dl>
      <LoadTrouble asked={center} what={t('account.what')} />
      {asked === 'currency' && <CurrencyDialog user={user} onClose={close} />}
      {asked === 'loginPassword' && security && (
        <LoginPasswordDialog user={user} hasPassword={security.hasPassword} onClose={close} />
      )}
      {asked === 'paymentPassword' && security && (
        <PaymentPasswordDialog
          user={user}
          security={security}
          onClose={close}
          onLoginPassword={() => setAsked('loginPassword')}
        />
      )}
    </>
  )
}
