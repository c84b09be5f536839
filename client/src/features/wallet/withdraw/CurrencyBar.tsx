import { useTranslation } from 'react-i18next'
import { formatRate } from '../../../lib/format.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from './choice.module.css'
import type { Offer } from './currencies.ts'

/** What withdrawals are paid in, and the way to another currency. */
export const CurrencyBar = ({ offer: { currency, ways }, onSwitch }: { offer: Offer; onSwitch(): void }) => {
  const { t, i18n } = useTranslation('withdraw')
  const [way] = ways
  return (
    <section className={styles.bar}>
      <span className={styles.symbol} aria-hidden="true">
        {currency.symbol}
      </span>
      <span className={styles.naming}>
        <b>{t('currency.as', { code: currency.code })}</b>
        {way && <small>{t('rate', { rate: formatRate(way.rate, currency, i18n.language) })}</small>}
      </span>
      <Button icon="swap" onClick={onSwitch}>
        {t('currency.switch')}
      </Button>
    </section>
  )
}
