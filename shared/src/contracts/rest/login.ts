import { z } from 'zod'
import { codeLength, invitationPattern, passwordMin } from '../../contact/index.ts'
import { deviceIdSchema } from '../live/live.ts'
import { type Contact, emailContact, phoneCodeSchema, phoneContact } from './contacts.ts'
import { acceptedTermsSchema } from './terms.ts'

/** The longest password that is taken, in characters; it bounds the work of hashing one. */
const passwordMax = 256

export const codeSchema = z.string('code-required').regex(new RegExp(`^\\d{${codeLength}}$`), 'code-length')
/** A password that is only compared, so any text is allowed. */
export const givenPasswordSchema = z.string('password-required').min(1, 'password-required').max(passwordMax)
export const newPasswordSchema = z
  .string('password-required')
  .min(passwordMin, 'password-short')
  .max(passwordMax)

/**
 * Proof, beyond being signed in, that an account is yours: the code that `sendcode` sent to a settled contact,
 * or the payment password. Exactly one of the two.
 */
export const ownerProofSchema = z.union([
  z.strictObject({ ownCode: codeSchema }),
  z.strictObject({ paymentPassword: givenPasswordSchema }),
])
export type OwnerProof = z.infer<typeof ownerProofSchema>

/** The data of 1207: where a code can go, shortened; null for nowhere. */
export const proofRequiredSchema = z.object({
  codeTo: z.string().nullable(),
  hasPaymentPassword: z.boolean(),
})
export type ProofRequired = z.infer<typeof proofRequiredSchema>

/** What each login type means: phone or email, password or code. */
const loginTypes = {
  1: { kind: 'phone', by: 'password' },
  2: { kind: 'phone', by: 'code' },
  3: { kind: 'email', by: 'password' },
  4: { kind: 'email', by: 'code' },
} as const

const contactOf = (
  kind: Contact['kind'],
  text: string,
  { dialCode = '', country }: { dialCode?: string | undefined; country?: string | undefined },
): Contact | null => (kind === 'phone' ? phoneContact(text, dialCode, country) : emailContact(text))

const invalid = { phone: 'phone-invalid', email: 'email-invalid' } as const

/** A sign-in. For phones `phoneCode` is the dial code without plus, `countrycode` the country's letters. */
export const loginBodySchema = z
  .object({
    username: z.string('username-required').min(1, 'username-required').max(300, 'contact-invalid'),
    type: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
    invitationCode: z
      .string()
      .refine((code) => code === '' || invitationPattern.test(code), 'invitation-length')
      .optional(),
    device_id: deviceIdSchema,
    password: givenPasswordSchema.optional(),
    code: codeSchema.optional(),
    phoneCode: phoneCodeSchema.optional(),
    countrycode: z.string().max(2).optional(),
    /** The versions of the terms that were shown; kept with the account that is made. */
    accepted: z.optional(acceptedTermsSchema),
  })
  .transform(
    (
      { username, type, invitationCode, device_id, password, code, phoneCode, countrycode, accepted },
      context,
    ) => {
      const { kind, by } = loginTypes[type]
      const refuse = (field: string, message: string) => {
        context.issues.push({ code: 'custom', input: undefined, path: [field], message })
        return z.NEVER
      }
      const contact = contactOf(kind, username, { dialCode: phoneCode, country: countrycode })
      if (!contact) return refuse('username', invalid[kind])
      const login = { contact, deviceId: device_id, invitationCode: invitationCode || null, accepted }
      if (by === 'password')
        return password === undefined ? refuse('password', 'password-required') : { ...login, by, password }
      return code === undefined ? refuse('code', 'code-required') : { ...login, by, code }
    },
  )
export type LoginBody = z.input<typeof loginBodySchema>
export type Login = z.output<typeof loginBodySchema>

/** Where a code is sent. `countryCode` is the dial code without plus. */
export const sendCodeBodySchema = z
  .object({
    contactType: z.enum(['phone', 'email']),
    contact: z.string('username-required').min(1, 'username-required').max(300, 'contact-invalid'),
    countryCode: phoneCodeSchema.optional(),
  })
  .transform(({ contactType, contact: text, countryCode }, context) => {
    const contact = contactOf(contactType, text, { dialCode: countryCode })
    if (contact) return { contact }
    context.issues.push({ code: 'custom', input: text, path: ['contact'], message: 'contact-invalid' })
    return z.NEVER
  })
export type SendCodeBody = z.input<typeof sendCodeBodySchema>

/**
 * Seconds until the next code may be asked for. `accountsOnly`: SMS, or emails, are scarce now, so the code went out if the
 * contact has an account, and not otherwise. The answer doesn't say which.
 */
export const codeSentSchema = z.object({ seconds: z.int().min(0), accountsOnly: z.boolean().optional() })
export type CodeSent = z.output<typeof codeSentSchema>
