import type { World } from '../../world.ts'
import { type Taking, takeDelivery } from '../take-delivery.ts'
import { eventOf, markDelivered, readOwed, readPayment, type SandboxPayment } from './sandbox-payment.ts'
import { sandboxDelivery } from './sandbox-provider.ts'

export type DeliveryContext = Taking & { world: World }

/**
 * Delivers the event of a payment as the route takes it, and notes when it was taken. Killed in between it delivers
 * again, which has no effect: the event is known. Rejects where the delivery fails.
 */
const deliver = async (delivery: DeliveryContext, payment: SandboxPayment): Promise<void> => {
  const { world } = delivery
  const event = eventOf(payment)
  if (!event || payment.isNotified) return
  const at = world.clock.now()
  const taken = await takeDelivery(delivery, sandboxDelivery(world.checkoutKeys, event, at))
  // Told twice within a second it is the same delivery, of which the first was taken.
  if ('refused' in taken && taken.refused !== 'replayed')
    throw new Error(`the event of ${payment.reference} was refused: ${taken.refused}`)
  await markDelivered(world.db, payment.reference, at)
}

/** Tells one payment's event now where it is owed; a failure is logged, and made good by {@link deliverOwed}. */
export const deliverNow = async (delivery: DeliveryContext, reference: string): Promise<void> => {
  const { db, log } = delivery.world
  try {
    const payment = await readPayment(db, reference)
    if (payment) await deliver(delivery, payment)
  } catch (error) {
    log.error({ err: error, reference }, 'the sandbox could not tell of a payment yet')
  }
}

/** Tells every event that is owed. */
export const deliverOwed = async (delivery: DeliveryContext): Promise<void> => {
  for (const { reference } of await readOwed(delivery.world.db)) await deliverNow(delivery, reference)
}
