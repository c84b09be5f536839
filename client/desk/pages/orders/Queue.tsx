import type { DeskOrder } from '@minefall/shared/contracts'
import { Check } from 'lucide-react'
import { Chip } from '../../ui/Chip.tsx'
import { Coins } from '../../ui/Coins.tsx'
import { classes } from '../../ui/classes.ts'
import { useNow } from '../../ui/now.ts'
import { Time } from '../../ui/Time.tsx'
import { lasting } from '../../ui/words.ts'
import { flagWords, inOrder } from './flag-words.ts'
import { methodOf, statusOf } from './order-words.ts'
import styles from './orders.module.css'

/** What waits longer than this is late, in milliseconds. */
const lateMs = 10 * 60_000

const Age = ({ since }: { since: number }) => {
  const waits = useNow(1_000) - since
  return <span className={classes(styles.age, waits > lateMs && styles.late)}>{lasting(waits)}</span>
}

export type OrderLineProps = {
  order: DeskOrder
  selected: boolean
  onPress: () => void
}

/** An order as a line of the queue. */
export const OrderLine = ({ order, selected, onPress }: OrderLineProps) => {
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
            <Chip tone="ok" icon={Check}>
              No flags
            </Chip>
          )}
        </span>
      </button>
    </li>
  )
}
