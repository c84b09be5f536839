import type { World } from '../../world.ts'
import { type Taking, takeDelivery } from '../take-delivery.ts'
import { eventOf, noteTold, readOwed, readPayment, type SandboxPayment } from './sandbox-payment.ts'
import { sandboxDelivery } from './sandbox-provider.ts'

export type Telling = Taking & { world: World }

/**
 * Delivers the event of a payment as the route takes it, and notes when it was taken. Killed in between it delivers
 * again, which has no effect: the event is known. Rejects where the delivery fails.
 */
const tell = async (telling: Telling, payment: SandboxPayment): Promise<void> => {
  const { world } = telling
  const event = eventOf(payment)
  if (!event || payment.isTold) return
  const at = world.clock.now()
  const taken = await takeDelivery(telling, sandboxDelivery(world.checkoutKeys, event, at))
  // Told twice within a second it is the same delivery, of which the first was taken.
  if ('refused' in taken && taken.refused !== 'replayed')
    throw new Error(`the event of ${payment.reference} was refused: ${taken.refused}`)
  await noteTold(world.db, payment.reference, at)
}

/** Tells one payment's event now where it is owed; a failure is logged, and made good by {@link tellOwed}. */
export const tellNow = async (telling: Telling, reference: string): Promise<void> => {
  const { db, log } = telling.world
  try {
    const payment = await readPayment(db, reference)
    if (payment) await tell(telling, payment)
  } catch (error) {
    log.error({ err: error, reference }, 'the sandbox could not tell of a payment yet')
  }
}

/** Tells every event that is owed. */
export const tellOwed = async (telling: Telling): Promise<void> => {
  for (const { reference } of await readOwed(telling.world.db)) await tellNow(telling, reference)
}
