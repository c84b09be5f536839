import type { OrderKind } from '@minefall/shared/payments'
import { useTranslation } from 'react-i18next'
import { Choice } from '../parts/Choice.tsx'
import styles from './history.module.css'
import { methodsOf, type OrderFilters, periods, statusesOf } from './order-filters.ts'

export type OrderFilterBarProps = {
  kind: OrderKind
  filters: OrderFilters
  onChange(filters: OrderFilters): void
}

/** Which orders of a history to show. */
export const OrderFilterBar = ({ kind, filters, onChange }: OrderFilterBarProps) => {
  const { t } = useTranslation('orders')
  const { status, method, period } = filters
  const statuses = statusesOf(kind).map((value) => ({ value, text: t(`byStatus.${value}`) }))
  const methods = methodsOf(kind).map((value) => ({
    value,
    text: t(`${kind === 'deposit' ? 'method' : 'methodIn'}.${value}`),
  }))
  return (
    <search className={styles.filters}>
      <Choice
        label={t('filter.period')}
        options={periods.map((value) => ({ value, text: t(`filter.${value}`) }))}
        value={period}
        isSet={period !== 'all'}
        onChange={(value) => onChange({ ...filters, period: value })}
      />
      <Choice
        label={t('filter.status')}
        options={[{ value: 'any' as const, text: t('filter.any.status') }, ...statuses]}
        value={status ?? 'any'}
        isSet={status !== null}
        onChange={(value) => onChange({ ...filters, status: value === 'any' ? null : value })}
      />
      <Choice
        label={t('filter.method')}
        options={[{ value: 'any' as const, text: t('filter.any.method') }, ...methods]}
        value={method ?? 'any'}
        isSet={method !== null}
        onChange={(value) => onChange({ ...filters, method: value === 'any' ? null : value })}
      />
    </search>
  )
}
