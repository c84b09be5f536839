import { givenPasswordSchema, newPasswordSchema } from '@minefall/shared/contracts'
import { z } from 'zod'
import { enteredCodeSchema } from '../forms/entered-code.ts'

/** How a payment password is set: the first one, with the old one, or by who forgot it. */
export type PaymentWay = 'first' | 'old' | 'forgotten'

const newPassword = newPasswordSchema
const notAsked = z.string()

/** What each way asks for, of the body of `user/paypasswordchange`. */
export const paymentFormSchemas = {
  first: z.object({ currentPassword: notAsked, newPassword, verificationCode: enteredCodeSchema }),
  old: z.object({ currentPassword: givenPasswordSchema, newPassword, verificationCode: notAsked }),
  forgotten: z.object({
    currentPassword: givenPasswordSchema,
    newPassword,
    verificationCode: enteredCodeSchema,
  }),
} as const satisfies Record<PaymentWay, z.ZodType>
