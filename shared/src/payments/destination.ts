import { z } from 'zod'
import { detectContact } from '../contact/index.ts'
import { networkSchema } from './order.ts'
import { isUsdtAddress, networkOfAddress } from './usdt-address.ts'

/** So long may a name or a number be as it is typed. To bring a text into its normal form takes the square of its length. */
const typedMost = 400

/** A person's or an account's name as a bank writes it: no control characters, one line. */
const nameSchema = (notice: string) =>
  z
    .string(notice)
    .max(typedMost, notice)
    .transform((name) => name.normalize('NFKC').trim().replace(/\s+/gu, ' '))
    .pipe(
      z
        .string()
        .min(2, notice)
        .max(80, { error: notice, abort: true })
        .regex(/^[^\p{C}<>]+$/u, notice),
    )

const realName = nameSchema('real-name-required')

const alipaySchema = z.strictObject({
  method: z.literal('alipay'),
  /** The phone number or email address of the Alipay account. */
  account: z
    .string('alipay-account-invalid')
    .trim()
    .max(254, { error: 'alipay-account-invalid', abort: true })
    .regex(/^\P{C}+$/u, 'alipay-account-invalid')
    .refine((account) => detectContact(account) !== 'none', 'alipay-account-invalid'),
  realName,
})

const usdtSchema = z
  .strictObject({
    method: z.literal('usdt'),
    network: networkSchema,
    address: z.string('usdt-address-invalid').trim().max(100, { error: 'usdt-address-invalid', abort: true }),
    realName,
  })
  .superRefine(({ network, address }, context) => {
    if (isUsdtAddress(network, address)) return
    const message = networkOfAddress(address) === null ? 'usdt-address-invalid' : 'usdt-address-other-network'
    context.addIssue({ code: 'custom', path: ['address'], message })
  })

const bankSchema = z.strictObject({
  method: z.literal('bank'),
  currency: z.string().regex(/^[A-Z]{3,5}$/),
  bankName: nameSchema('bank-name-required'),
  branchName: nameSchema('branch-name-required'),
  /** Digits alone, once spaces and dashes are taken out. */
  cardNumber: z
    .string('card-number-invalid')
    .max(typedMost, 'card-number-invalid')
    .transform((number) => number.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{8,24}$/, 'card-number-invalid')),
  realName,
})

/** Where a withdrawal goes, with what each method asks for. Its messages are names of notices. */
export const destinationDetailsSchema = z.discriminatedUnion('method', [alipaySchema, usdtSchema, bankSchema])
export type DestinationDetails = z.infer<typeof destinationDetailsSchema>

/** The currencies a destination is paid in. */
export const destinationCurrency = (details: DestinationDetails): string => {
  switch (details.method) {
    case 'alipay':
      return 'CNY'
    case 'usdt':
      return 'USDT'
    case 'bank':
      return details.currency
  }
}
