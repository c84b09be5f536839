import type { OrderDetail } from '@minefall/shared/contracts'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { QrCode } from '../../../ui/QrCode.tsx'
import styles from './guide.module.css'
import { payFacts, scanText } from './pay-facts.ts'

/** Where the payment goes: to scan, and to copy piece by piece. */
export const PayTo = ({ order }: { order: OrderDetail }) => {
  const { t } = useTranslation('deposit')
  const scanned = scanText(order)
  return (
    <div className={styles.to}>
      {scanned !== null && <QrCode text={scanned} />}
      <dl className={styles.facts}>
        {order.network !== null && (
          <div className={styles.fact}>
            <dt>{t('fact.network')}</dt>
            <dd>{order.network}</dd>
          </div>
        )}
        {payFacts(order).map(({ name, text }) => (
          <div key={name} className={styles.fact} data-long={text.length > 24}>
            <dt>{t(`fact.${name}`)}</dt>
            <dd>{text}</dd>
            <dd className={styles.copy}>
              <CopyButton text={text} what={t(`what.${name}`)} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
