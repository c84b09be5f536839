import type { OrderDetail } from '@minefall/shared/contracts'
import { Trans, useTranslation } from 'react-i18next'
import { formatSum } from '../../../lib/format.ts'
import styles from './guide.module.css'

const parts = ['send', 'remark', 'proof'] as const
type Manual = 'alipay' | 'usdt' | 'bank'

/** What to do, one after the other. */
export const Guide = ({ order, method }: { order: OrderDetail; method: Manual }) => {
  const { t, i18n } = useTranslation('deposit')
  const values = {
    total: formatSum(order.total, order.currency, i18n.language),
    remark: order.remark,
    network: order.network ?? '',
  }
  return (
    <ol className={styles.steps} aria-label={t('steps')}>
      {parts.map((part) => (
        <li key={part}>
          <span>
            <Trans t={t} i18nKey={`guide.${method}.${part}`} values={values} components={{ b: <b /> }} />
          </span>
        </li>
      ))}
    </ol>
  )
}
