import type { PaymentOutcome } from '@minefall/shared/contracts/rest'
import type { Counter } from 'prom-client'
import { notifyOrderMoved } from '../orders/move-order.ts'
import type { World } from '../world.ts'
import type { CheckoutProvider, Delivery, Disbelief } from './provider.ts'
import { settleEvent } from './settle-event.ts'

/** Why a delivery is refused: not believed, or taken before as it is. */
export type Refused = Disbelief | 'replayed'
export type DeliveryResult = { refused: Refused } | { outcome: PaymentOutcome; repeated: boolean }

/** Outcomes that someone should look at: money came that no order waited for. */
const alarming: readonly PaymentOutcome[] = ['amount-differs', 'too-late', 'under-review', 'unknown-order']

/** Counts the results of deliveries: an outcome, `repeated`, or why it was refused. */
export type Deliveries = Counter<'provider' | 'result'>

export type Taking = {
  world: Pick<World, 'db' | 'bus' | 'log' | 'clock'>
  provider: CheckoutProvider
  deliveries: Deliveries
}

/**
 * Takes what a provider delivers: its event has its effect once, in one transaction, and each delivery is taken once.
 * A delivery whose transaction fails rejects, leaves no trace, and may come again.
 */
export const takeDelivery = async (
  { world, provider, deliveries }: Taking,
  delivery: Delivery,
): Promise<DeliveryResult> => {
  const { db, log, clock } = world
  const { name } = provider
  const refuse = (refused: Refused): DeliveryResult => {
    deliveries.inc({ provider: name, result: refused })
    log.warn({ provider: name, reason: refused }, 'a webhook was refused')
    return { refused }
  }
  const at = clock.now()
  const read = provider.read(delivery, at)
  if ('disbelief' in read) return refuse(read.disbelief)
  const { event, signature, signedAt } = read
  const settled = await db.transaction(async (tx) => {
    const { count } = await tx.query(
      `insert into provider_delivery (provider, signature, event_id, signed_at) values ($1, $2, $3, $4)
       on conflict do nothing`,
      [name, signature, event.id, new Date(signedAt)],
    )
    return count === 0 ? null : settleEvent(tx, { provider: name, event, at })
  })
  if (!settled) return refuse('replayed')
  const { outcome, repeated, moved } = settled
  deliveries.inc({ provider: name, result: repeated ? 'repeated' : outcome })
  const { id: eventId, kind, reference, number } = event
  const told = { provider: name, eventId, kind, reference, order: number, outcome, repeated }
  if (alarming.includes(outcome) && !repeated) log.warn(told, 'a payment needs a look')
  else log.info(told, 'a webhook was taken')
  if (moved) await notifyOrderMoved(world, moved)
  return { outcome, repeated }
}
