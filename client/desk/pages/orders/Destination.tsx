import type { DeskOrderDetail } from '@minefall/shared/contracts'
import { Coins } from '../../ui/Coins.tsx'
import { Copy } from '../../ui/Copy.tsx'
import { Lines } from '../../ui/Lines.tsx'
import { linesOf, methodOf, sumOf } from './order-words.ts'
import styles from './orders.module.css'
import shown from './shown.module.css'

/** Where a withdrawal goes, in full: what somebody types into a bank's page, line by line. */
export const Destination = ({ order }: { order: DeskOrderDetail }) => (
  <section className={shown.shown} aria-label="Destination">
    <div className={shown.tools}>
      <strong>Pay out by {methodOf(order)}</strong>
    </div>
    <div className={shown.paperScroll}>
      <div className={shown.paper}>
        <div className={styles.row}>
          <h2>Pay {sumOf(order, order.total)}</h2>
          <Copy text={order.total} what="the sum" />
        </div>
        <Lines
          of={[
            ...linesOf(order.destinationDetails ?? {}).map(([name, value]) => [name, value, value] as const),
            ['Remark', order.remark, order.remark],
          ]}
        />
        <p className={styles.note}>
          <Coins amount={order.amount} /> coins are held; <Coins amount={order.feeCoins} /> of them are the
          fee. Pay first, then approve with the reference of the payout.
        </p>
      </div>
    </div>
  </section>
)
