import type { OrderKind } from '@minefall/shared/payments'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { byDay, nearDay } from '../../../lib/days.ts'
import { formatDay } from '../../../lib/format.ts'
import { useSession } from '../../../machines/session/index.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ListMore } from '../../lists/ListMore.tsx'
import { ListTrouble } from '../../lists/ListTrouble.tsx'
import { StatementSkeleton } from '../StatementSkeleton.tsx'
import styles from './history.module.css'
import { OrderFilterBar } from './OrderFilterBar.tsx'
import { OrderLine } from './OrderLine.tsx'
import { noFilters } from './order-filters.ts'
import { useOrderHistory } from './use-orders.ts'

type Asked = ReturnType<typeof useOrderHistory>

const Days = ({ of }: { of: Asked }) => {
  const { t, i18n } = useTranslation('orders')
  const now = Date.now()
  const orders = of.data?.pages.flatMap(({ items }) => items) ?? []
  return byDay(orders, ({ createdAt }) => createdAt).map(({ key, at, items }) => {
    const near = nearDay(at, now)
    return (
      <section key={key} aria-labelledby={`orders-${key}`}>
        <h4 id={`orders-${key}`} className={styles.day}>
          {near ? t(`day.${near}`) : formatDay(at, i18n.language)}
        </h4>
        <ul className={styles.lines}>
          {items.map((order) => (
            <OrderLine key={order.id} order={order} />
          ))}
        </ul>
      </section>
    )
  })
}

const Empty = ({ kind, onReset }: { kind: OrderKind; onReset: (() => void) | null }) => {
  const { t } = useTranslation('orders')
  if (onReset)
    return (
      <EmptyState face="wink" title={t('empty.filtered')}>
        <Button onClick={onReset}>{t('filter.reset')}</Button>
      </EmptyState>
    )
  return (
    <EmptyState face="wink" title={t(`empty.${kind}`)} text={t(`empty.${kind}Text`)}>
      <Link
        className={buttonClass({ variant: 'primary' })}
        to="/"
        search={{ modal: kind === 'deposit' ? 'deposit' : 'withdraw' }}
      >
        {t(`empty.${kind}Go`)}
      </Link>
    </EmptyState>
  )
}

/** One's own deposits or withdrawals by day, the newest first. Nothing for guests. */
export const OrderHistory = ({ kind }: { kind: OrderKind }) => {
  const { t } = useTranslation(['orders', 'common', 'ui', 'notices', 'errors'])
  const userId = useSession(({ context }) => context.user?.id) ?? ''
  const [filters, setFilters] = useState(noFilters)
  const history = useOrderHistory(userId, kind, filters)
  const isEmpty = history.data?.pages[0]?.items.length === 0
  const isNarrowed = filters.status !== null || filters.method !== null || filters.period !== 'all'
  return (
    <section className={styles.history} aria-label={t(`history.${kind}`)} aria-busy={history.isFetching}>
      <OrderFilterBar kind={kind} filters={filters} onChange={setFilters} />
      <ListTrouble
        of={history}
        skeleton={<StatementSkeleton />}
        waiting={{ title: t('waiting.title'), text: t('waiting.text') }}
        failed={{ title: t('failed'), text: t('failedText') }}
        old={t('old')}
      />
      {isEmpty ? (
        <Empty kind={kind} onReset={isNarrowed ? () => setFilters(noFilters) : null} />
      ) : (
        <Days of={history} />
      )}
      <ListMore of={history} label={t('older')} className={styles.older} />
    </section>
  )
}
