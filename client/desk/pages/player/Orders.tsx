import { type Order, ordersPageSchema } from '@minefall/shared/contracts'
import { Link } from '@tanstack/react-router'
import { usePages } from '../../queries.ts'
import { Coins } from '../../ui/Coins.tsx'
import type { Column } from '../../ui/columns.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import styles from './Player.module.css'
import { spoken } from './words.ts'

const columns: readonly Column<Order>[] = [
  { id: 'at', title: 'Placed', cell: ({ createdAt }) => <Time at={createdAt} as="day" /> },
  {
    id: 'number',
    title: 'Number',
    cell: ({ id, kind, number }) => (
      <Link to={kind === 'deposit' ? '/deposits' : '/withdrawals'} search={{ order: id }}>
        {number}
      </Link>
    ),
  },
  { id: 'kind', title: 'Kind', cell: ({ kind }) => spoken(kind) },
  {
    id: 'method',
    title: 'By',
    cell: ({ method, network }) => [spoken(method), network].filter(Boolean).join(', '),
  },
  { id: 'status', title: 'Status', cell: ({ status }) => spoken(status) },
  { id: 'reason', title: 'Why', cell: ({ reason }) => reason?.text ?? (reason ? spoken(reason.code) : '') },
  { id: 'amount', title: 'Coins', right: true, cell: ({ amount }) => <Coins amount={amount} /> },
  { id: 'total', title: 'Money', right: true, cell: ({ total, currency }) => `${total} ${currency.code}` },
]

/** Deposits and withdrawals of the player. */
export const Orders = ({ id }: { id: string }) => {
  const orders = usePages(`/api/desk/players/${id}/orders`, ordersPageSchema)
  if (!orders.data) return <Waiting of={orders} />
  return (
    <div className={styles.list}>
      <Table
        label="Orders"
        columns={columns}
        rows={orders.rows}
        keyOf={(order) => order.id}
        empty="No order was placed yet."
      />
      <Pager of={orders} />
    </div>
  )
}
