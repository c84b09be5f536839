import { useTranslation } from 'react-i18next'
import { useBalance } from '../../../lib/use-balance.ts'
import { Coins } from '../../../ui/Coins.tsx'
import { TestBalance } from '../../../ui/TestMoney.tsx'
import styles from './withdraw.module.css'

/** What can be withdrawn, and what of one's own can't be. */
export const Available = ({ amount }: { amount: string }) => {
  const { t } = useTranslation('withdraw')
  const balance = useBalance()
  const held = balance?.held.coin ?? '0'
  return (
    <section className={styles.available}>
      <p className={styles.can}>
        <span>{t('canWithdraw')}</span>
        <Coins className={styles.much} amount={amount} purse="coin" />
      </p>
      {balance && balance.promo !== '0' && (
        <p className={styles.cannot}>
          <span>
            {t('bonus')} <TestBalance promo={balance.promo} />
          </span>
          <Coins amount={balance.promo} purse="promo" />
        </p>
      )}
      {held !== '0' && (
        <p className={styles.cannot}>
          <span>{t('held')}</span>
          <Coins amount={held} purse="held" />
        </p>
      )}
    </section>
  )
}
