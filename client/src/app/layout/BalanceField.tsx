import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBalance } from '../../lib/use-balance.ts'
import shape from '../../styles/shape.module.css'
import { CountedCoins } from '../../ui/CountedCoins.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TestBalance } from '../../ui/TestMoney.tsx'
import styles from './BalanceField.module.css'
import { BalanceNews } from './BalanceNews.tsx'
import { type PurseAmount, pursesOf } from './purses.ts'

const Purses = ({ purses }: { purses: readonly PurseAmount[] }) =>
  purses.map(({ purse, amount }) => (
    <span key={purse} className={styles[purse]}>
      <CountedCoins amount={amount} purse={purse} style="fitting" />
      {purse === 'promo' && <TestBalance promo={amount} className={styles.test} />}
    </span>
  ))

/** What the visitor has: a player's coins and the way to the wallet, a guest's trial coins. */
export const BalanceField = ({ signedIn }: { signedIn: boolean }) => {
  const { t } = useTranslation('panels')
  const balance = useBalance()
  const purses = balance && pursesOf(balance, { signedIn })
  const shown = purses ? <Purses purses={purses} /> : <Skeleton width="64px" height="18px" />
  return (
    <>
      {signedIn ? (
        <Link className={styles.field} to="/" search={{ modal: 'wallet' }} data-click="open-wallet">
          <span className={shape.aside}>{t('layout.wallet')}</span>
          {shown}
        </Link>
      ) : (
        <fieldset className={styles.field} aria-label={t('layout.balance')}>
          {shown}
          <small className={styles.unit} aria-hidden="true">
            {t('layout.trialCoins')}
          </small>
        </fieldset>
      )}
      {purses && <BalanceNews key={String(signedIn)} purses={purses} />}
    </>
  )
}
