import { useTranslation } from 'react-i18next'
import { useConnection } from '../../machines/connection/index.ts'
import { Coins } from '../../ui/Coins.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './BalanceField.module.css'

/** What the visitor has: a player's coins, a guest's trial coins. */
export const BalanceField = ({ signedIn }: { signedIn: boolean }) => {
  const { t } = useTranslation('panels')
  const purse = signedIn ? 'coin' : 'trial'
  const amount = useConnection(({ context }) => context.balance?.[purse] ?? null)
  return (
    <fieldset className={styles.field} aria-label={t('layout.balance')}>
      {amount === null ? <Skeleton width="64px" height="18px" /> : <Coins amount={amount} purse={purse} />}
      {!signedIn && (
        <small className={styles.unit} aria-hidden="true">
          {t('layout.trialCoins')}
        </small>
      )}
    </fieldset>
  )
}
