import { z } from 'zod'

/** How money comes in; by all but `checkout` it also goes out. */
export const paymentMethodSchema = z.enum(['alipay', 'usdt', 'bank', 'checkout'])
export type PaymentMethod = z.infer<typeof paymentMethodSchema>

/** The chains USDT is sent on. */
export const networkSchema = z.enum(['TRC20', 'ERC20'])
export type Network = z.infer<typeof networkSchema>

export const orderKindSchema = z.enum(['deposit', 'withdrawal'])
export type OrderKind = z.infer<typeof orderKindSchema>

/**
 * Every status an order may have, and where it may go from there. All else is refused, by the database too. A deposit
 * that failed is reviewed once its payment came after all. A withdrawal stays pending when staff start its payout.
 */
export const orderMoves = {
  deposit: {
    submitted: ['paid', 'failed'],
    paid: ['reviewing'],
    reviewing: ['completed', 'failed'],
    completed: [],
    failed: ['reviewing'],
  },
  withdrawal: { pending: ['pending', 'completed', 'rejected'], completed: [], rejected: [] },
} as const

export const orderStatusSchema = z.enum([
  'submitted',
  'paid',
  'reviewing',
  'completed',
  'failed',
  'pending',
  'rejected',
])
export type OrderStatus = z.infer<typeof orderStatusSchema>

/** Where an order of a kind may go from a status, none from one that it does not know. */
export const movesFrom = (kind: OrderKind, status: string): readonly OrderStatus[] => {
  const moves: Readonly<Record<string, readonly OrderStatus[]>> = orderMoves[kind]
  return (Object.hasOwn(moves, status) && moves[status]) || []
}

/** Whether nothing is waited for in this status. */
export const isEnded = (status: string): boolean =>
  status === 'completed' || status === 'failed' || status === 'rejected'
