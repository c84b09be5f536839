import { type DeskOrder, type DeskOrderDetail, deskCalls } from '@minefall/shared/contracts/desk'
import type { OrderKind, OrderStatus } from '@minefall/shared/payments'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { classes } from '../../../src/ui/classes.ts'
import { useLive } from '../../live.ts'
import { usePages, usePlace, useRead } from '../../queries.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Copy } from '../../ui/Copy.tsx'
import { KeyHint, listKeys, useKeys } from '../../ui/KeyHint.tsx'
import { Foot, Lines, TopSlot } from '../../ui/Layout.tsx'
import { Coins } from '../../ui/Stat.tsx'
import { Time, useNow } from '../../ui/Time.tsx'
import { Empty, Pager, Waiting } from '../../ui/Waiting.tsx'
import { count, lasting } from '../../ui/words.ts'
import { Actions, orderKeys } from './Actions.tsx'
import { flagWords, howToPay, inOrder, linesOf, methodOf, statusOf, sumOf } from './order-words.ts'
import styles from './orders.module.css'
import { Proofs } from './Proofs.tsx'
import { Flags, History, Owner, Payment, People } from './Sections.tsx'
import shown from './shown.module.css'

/** What waits longer than this is late, in milliseconds. */
const lateMs = 10 * 60_000

const Age = ({ since }: { since: number }) => {
  const waits = useNow(1_000) - since
  return <span className={classes(styles.age, waits > lateMs && styles.late)}>{lasting(waits)}</span>
}

type OrderLineProps = {
  order: DeskOrder
  selected: boolean
  onPress: () => void
}

/** An order as a line of the queue. */
const OrderLine = ({ order, selected, onPress }: OrderLineProps) => {
  const flags = inOrder(order.flags)
  const status = statusOf(order.status)
  return (
    <li>
      <button type="button" className={styles.order} aria-current={selected || undefined} onClick={onPress}>
        <strong>{order.number}</strong>
        <span className={styles.amount}>
          <Coins amount={order.amount} />
        </span>
        <span className={styles.who}>
          <bdi>{order.player.nickname}</bdi>, {methodOf(order)}
        </span>
        {order.endedAt === null ? (
          <Age since={order.createdAt} />
        ) : (
          <span className={styles.age}>
            <Time at={order.endedAt} as="day" />
          </span>
        )}
        <span className={styles.chips}>
          {order.endedAt !== null && <Chip tone={status.tone}>{status.label}</Chip>}
          {order.status === 'reviewing' && <Chip tone="info">Under review</Chip>}
          {flags.map((flag) => (
            <Chip key={flag} tone={flagWords[flag].tone} icon={flagWords[flag].icon}>
              {flagWords[flag].label}
            </Chip>
          ))}
          {flags.length === 0 && order.endedAt === null && (
            <Chip tone="ok" icon="check">
              No flags
            </Chip>
          )}
        </span>
      </button>
    </li>
  )
}

/** What to do before it is approved, and what of it is the fee. */
const HowToPay = ({ order }: { order: DeskOrderDetail }) => {
  const how = howToPay(order)
  return how === null ? null : (
    <p className={styles.note}>
      <Coins amount={order.amount} /> coins are held; <Coins amount={order.feeCoins} /> of them are the fee.{' '}
      {how}
    </p>
  )
}

/** Where a withdrawal goes, in full: what someone types into a bank's page, line by line. */
export const Destination = ({ order }: { order: DeskOrderDetail }) => (
  <section className={shown.shown} aria-label="Destination">
    <div className={shown.tools}>
      <strong>Payout by {methodOf(order)}</strong>
    </div>
    <div className={shown.paperScroll}>
      <div className={shown.paper}>
        <div className={styles.row}>
          <h2>{sumOf(order, order.total)}</h2>
          <Copy text={order.total} what="the amount" />
        </div>
        <Lines
          of={[
            ...linesOf(order.destinationDetails ?? {}).map(([name, value]) => [name, value, value] as const),
            ['Remark', order.remark, order.remark],
          ]}
        />
        <HowToPay order={order} />
      </div>
    </div>
  </section>
)

const placeSchema = z.object({
  list: z.enum(['waiting', 'unpaid', 'completed', 'refused']).catch('waiting'),
  order: z.uuid().nullable().catch(null),
})
type List = z.infer<typeof placeSchema>['list']

const listsOf: Record<OrderKind, readonly { value: List; label: string; status: OrderStatus | null }[]> = {
  deposit: [
    { value: 'waiting', label: 'To review', status: null },
    { value: 'unpaid', label: 'Unpaid', status: 'submitted' },
    { value: 'completed', label: 'Done', status: 'completed' },
    { value: 'refused', label: 'Failed', status: 'failed' },
  ],
  withdrawal: [
    { value: 'waiting', label: 'To review', status: null },
    { value: 'completed', label: 'Done', status: 'completed' },
    { value: 'refused', label: 'Rejected', status: 'rejected' },
  ],
}

const Head = ({ order }: { order: DeskOrderDetail }) => {
  const status = statusOf(order.status)
  return (
    <header className={styles.head}>
      <h2>
        <Coins amount={order.amount} /> coins for {sumOf(order, order.total)}
      </h2>
      <Chip tone={status.tone}>{status.label}</Chip>
      <p className={styles.number}>
        {order.number}, <bdi>{order.player.nickname}</bdi>
        <Copy text={order.number} what="the order number" />
      </p>
    </header>
  )
}

type ReadOrderProps = { of: Pick<UseQueryResult<DeskOrderDetail>, 'data' | 'error' | 'refetch'> }

/** An order as it was read last: one that can't be read again stays, with what is typed about it. The top bar says so. */
export const ReadOrder = ({ of }: ReadOrderProps) => {
  const order = of.data
  if (!order)
    return (
      <div className={shown.shown}>
        <Waiting of={of} what="Loading the order" />
      </div>
    )
  return (
    <>
      {order.kind === 'deposit' ? <Proofs order={order} /> : <Destination order={order} />}
      <section className={styles.decision} aria-label="Decision">
        <Head order={order} />
        <Flags order={order} />
        <Payment order={order} />
        <People order={order} />
        <Owner order={order} />
        <History order={order} />
        <Actions order={order} />
      </section>
    </>
  )
}

const SelectedOrder = ({ id }: { id: string }) => (
  <ReadOrder of={useRead(deskCalls.order, { params: { id } })} />
)

type First = {
  /** The list that it was the first of; null where the address names an order. */
  of: string | null
  id: string | undefined
}

/** The first order of a list as it was when the list was opened: what comes or goes before it later does not replace it. */
export const firstOf = (before: First, now: First): First =>
  before.of === now.of && before.id !== undefined ? before : now

/** Which order is shown where the address names none. */
const useFirst = (now: First): string | undefined => {
  const [before, keep] = useState(now)
  const first = firstOf(before, now)
  if (first.of !== before.of || first.id !== before.id) keep(first)
  return first.id
}

/** Deposits or withdrawals: the queue, what shows the payment, and what is decided about it. */
const Orders = ({ kind }: { kind: OrderKind }) => {
  const [place, setPlace] = usePlace(placeSchema)
  const lists = listsOf[kind]
  const list = lists.find(({ value }) => value === place.list) ?? lists[0]
  const status = list?.status ?? null
  const orders = usePages(deskCalls.orders, { query: { kind, status } })
  const waiting = useLive(({ counts }) => (kind === 'deposit' ? counts.deposits : counts.withdrawals))
  const ids = orders.rows.map(({ id }) => id)
  // What was read when someone was last here may be old.
  const settled = orders.isFetching ? undefined : ids[0]
  const first = useFirst({ of: place.order === null ? (list?.value ?? null) : null, id: settled })
  const selected = place.order ?? first ?? ids[0] ?? null
  const select = (id: string | null) => setPlace({ order: id ?? undefined })
  const { j, k } = listKeys(ids, selected, select)
  useKeys({ j, k })
  const oldest = status === null ? orders.rows[0] : undefined
  return (
    <div className={styles.page}>
      <TopSlot>
        {oldest && (
          <span>
            Oldest: <Time at={oldest.createdAt} />
          </span>
        )}
      </TopSlot>
      <section className={styles.queue} aria-label="Queue">
        <fieldset className={styles.lists} aria-label="Which orders">
          {lists.map(({ value, label }) => (
            <button
              key={value}
              type="button"
              aria-pressed={value === list?.value}
              onClick={() => setPlace({ list: value, order: undefined })}
            >
              {label}
              {value === 'waiting' && waiting !== undefined && ` ${count(waiting)}`}
            </button>
          ))}
        </fieldset>
        {orders.data ? (
          <div className={styles.list}>
            {orders.rows.length === 0 ? (
              <Empty>{status === null ? 'No orders to review' : 'None.'}</Empty>
            ) : (
              <ul>
                {orders.rows.map((order) => (
                  <OrderLine
                    key={order.id}
                    order={order}
                    selected={order.id === selected}
                    onPress={() => select(order.id)}
                  />
                ))}
              </ul>
            )}
            <Pager of={orders} />
          </div>
        ) : (
          <Waiting of={orders} />
        )}
        <Foot>
          <KeyHint keys="J K" does="move" />
          {orderKeys}
        </Foot>
      </section>
      {selected === null ? (
        <div className={shown.shown}>
          <Empty>Select an order to see it.</Empty>
        </div>
      ) : (
        <SelectedOrder key={selected} id={selected} />
      )}
    </div>
  )
}

/** Money that players say they paid in. */
export const Deposits = () => <Orders kind="deposit" />

/** Coins that players want paid out. */
export const Withdrawals = () => <Orders kind="withdrawal" />
