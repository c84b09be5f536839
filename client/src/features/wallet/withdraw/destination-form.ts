import { destinationBodySchema } from '@minefall/shared/contracts/rest'
import type { PaymentMethod } from '@minefall/shared/payments'
import { z } from 'zod'

/** The methods that money goes out by. */
export type PayoutMethod = Exclude<PaymentMethod, 'checkout'>

/** What is asked for of a destination of each method; the fields have the names of the call's body. */
export const fieldsOf = {
  alipay: ['account', 'realName'],
  usdt: ['network', 'address', 'realName'],
  bank: ['bankName', 'branchName', 'cardNumber', 'realName'],
} as const satisfies Record<PayoutMethod, readonly string[]>

const text = z.string()
const valuesSchema = z.object({
  account: text,
  network: text,
  address: text,
  bankName: text,
  branchName: text,
  cardNumber: text,
  realName: text,
  paymentPassword: text,
})
export type DestinationValues = z.infer<typeof valuesSchema>

export const emptyDestination: DestinationValues = {
  account: '',
  network: 'TRC20',
  address: '',
  bankName: '',
  branchName: '',
  cardNumber: '',
  realName: '',
  paymentPassword: '',
}

/** The call's body, of what the method asks for. */
export const destinationBodyOf = (method: PayoutMethod, currency: string, values: DestinationValues) => {
  const asked = Object.fromEntries(fieldsOf[method].map((name) => [name, values[name]]))
  const details = { ...asked, method, ...(method === 'bank' ? { currency } : {}) }
  return { details, paymentPassword: values.paymentPassword }
}

/** A form's values as the server will check them: what is wrong lands at the field of that name. */
export const destinationFormSchema = (method: PayoutMethod, currency: string) =>
  valuesSchema.superRefine((values, context) => {
    const { error } = destinationBodySchema.safeParse(destinationBodyOf(method, currency, values))
    for (const { path, message } of error?.issues ?? [])
      context.addIssue({ code: 'custom', path: path.slice(-1), message })
  })
