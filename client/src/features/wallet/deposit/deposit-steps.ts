import { isEnded } from '@minefall/shared/payments'
import type { Draft } from './draft.ts'

/** The steps of a deposit, as its address names them. */
export const depositSteps = ['amount', 'review', 'pay', 'done'] as const
export type DepositStep = (typeof depositSteps)[number]

/** Where an order stands: being paid, or paid and beyond. A status that is not known is not to be paid. */
export const stepOfOrder = (status: string): 'pay' | 'done' => (status === 'submitted' ? 'pay' : 'done')

/**
 * What an address shows. An order decides by itself where it stands; without one there is something to review only when
 * something was chosen.
 */
export const shownStep = (
  asked: { step: string | undefined; order: string | undefined },
  draft: Draft | null,
): 'amount' | 'review' | 'order' => {
  if (asked.order !== undefined) return 'order'
  return asked.step === 'review' && draft !== null ? 'review' : 'amount'
}

/** How a deposit is told of once it is paid or has ended. */
export type Outcome = 'sent' | 'received' | 'credited' | 'failed' | 'declined' | 'expired' | 'pending'

export const outcomeOf = (order: {
  status: string
  method: string
  reason: { code: string } | null
}): Outcome => {
  if (order.status === 'completed') return 'credited'
  if (isEnded(order.status)) {
    if (order.reason?.code === 'expired') return 'expired'
    return order.reason?.code === 'declined' ? 'declined' : 'failed'
  }
  if (order.status !== 'paid' && order.status !== 'reviewing') return 'pending'
  return order.method === 'checkout' ? 'received' : 'sent'
}
