import type { Order } from '@minefall/shared/contracts/rest'
import type { OrderKind } from '@minefall/shared/payments'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../lib/format.ts'
import { useSession } from '../../../machines/session/index.ts'
import lists from '../../../parts/lists/lists.module.css'
import { RowList } from '../../../parts/lists/RowList.tsx'
import { useFailureText } from '../../../parts/QueryState.tsx'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { Coins } from '../../../ui/Coins.tsx'
import { classes } from '../../../ui/classes.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Choice } from '../parts/Step.tsx'
import { StatementSkeleton } from '../StatementSkeleton.tsx'
import styles from './history.module.css'
import { StatusChip } from './OrderTrack.tsx'
import {
  coinSign,
  methodsOf,
  noFilters,
  type OrderFilters,
  periods,
  statusesOf,
  useOrderText,
} from './order-status.ts'
import { useOrderHistory } from './use-orders.ts'

/** One order: how, when, its number, how it stands, what it moves; the way to all the rest. */
const OrderLine = ({ order }: { order: Order }) => {
  const { i18n } = useTranslation('orders')
  const text = useOrderText()
  const isDeposit = order.kind === 'deposit'
  return (
    <li>
      <Link
        className={classes(lists.row, styles.line)}
        to="/"
        search={{ modal: 'wallet', tab: isDeposit ? 'deposits' : 'withdrawals', order: order.id }}
      >
        <span className={lists.mark}>
          <Icon name={isDeposit ? 'incoming' : 'outgoing'} />
        </span>
        <span className={lists.what}>
          <b>{text.method(order)}</b>
          <small>
            {order.number} ·{' '}
            <time dateTime={new Date(order.createdAt).toISOString()} title={text.time(order.createdAt)}>
              {formatTime(order.createdAt, i18n.language)}
            </time>
          </small>
        </span>
        <span className={styles.status}>
          <StatusChip order={order} />
        </span>
        <span className={classes(lists.amount, styles.sum)}>
          <Coins amount={order.amount} purse={order.asset} sign={coinSign(order)} />
          <small>{text.sum(order.total, order)}</small>
        </span>
        <Icon name="right" size={16} className={classes(lists.go, styles.go)} />
      </Link>
    </li>
  )
}

type OrderFilterBarProps = {
  kind: OrderKind
  filters: OrderFilters
  onChange(filters: OrderFilters): void
}

/** Which orders of a history to show. */
const OrderFilterBar = ({ kind, filters, onChange }: OrderFilterBarProps) => {
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

/** Your own deposits or withdrawals by day, the newest first. Nothing for guests. */
export const OrderHistory = ({ kind }: { kind: OrderKind }) => {
  const { t } = useTranslation(['orders', 'common', 'ui', 'notices', 'errors'])
  const userId = useSession(({ context }) => context.user?.id) ?? ''
  const [filters, setFilters] = useState(noFilters)
  const history = useOrderHistory(userId, kind, filters)
  const failure = useFailureText(history.error)
  const isNarrowed = filters.status !== null || filters.method !== null || filters.period !== 'all'
  return (
    <section className={styles.history} aria-label={t(`history.${kind}`)} aria-busy={history.isFetching}>
      <OrderFilterBar kind={kind} filters={filters} onChange={setFilters} />
      <RowList
        of={history}
        at={({ createdAt }) => createdAt}
        nearText={(day) => t(`day.${day}`)}
        styles={lists}
        skeleton={<StatementSkeleton />}
        waiting={{ title: t('waiting.title'), text: t('waiting.text') }}
        failed={{
          title: t('failed'),
          text: t('common:sentences', { first: t('failedText'), second: failure }),
        }}
        old={t('old')}
        empty={<Empty kind={kind} onReset={isNarrowed ? () => setFilters(noFilters) : null} />}
        older={t('older')}
      >
        {(order) => <OrderLine key={order.id} order={order} />}
      </RowList>
    </section>
  )
}
