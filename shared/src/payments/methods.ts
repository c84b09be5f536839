import { z } from 'zod'

/** How money comes in; by all but `checkout` it also goes out. */
export const paymentMethodSchema = z.enum(['alipay', 'usdt', 'bank', 'checkout'])
export type PaymentMethod = z.infer<typeof paymentMethodSchema>

/** The chains USDT is sent on. */
export const networkSchema = z.enum(['TRC20', 'ERC20'])
export type Network = z.infer<typeof networkSchema>
