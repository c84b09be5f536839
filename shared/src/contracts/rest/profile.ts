import { z } from 'zod'
import { balanceSchema } from '../live/live.ts'
import { emailContact, phoneCodeSchema, phoneContact, phoneProblem } from './contacts.ts'
import { codeSchema, givenPasswordSchema, newPasswordSchema, type OwnerProof } from './login.ts'

/**
 * Nothing that can't be seen or that moves what stands beside it: control and format characters (bidi, zero-width),
 * other ignorable ones (fillers, variation selectors), line separators, and the braille blank.
 */
const notInNames = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/u
/** Letters of any script wear a few marks; towers of them reach into the lines around. */
const towerOfMarks = /\p{M}{4}/u

const nicknameMin = 2
const nicknameMax = 20

/** A nickname in its normal form: NFKC, single spaces, none at the ends; 2 to 20 characters. */
export const nicknameSchema = z
  .string('nickname-required')
  .max(200, 'nickname-long')
  .transform((text, context) => {
    const name = text.normalize('NFKC').trim().replace(/ {2,}/g, ' ')
    const refuse = (message: string) => {
      context.issues.push({ code: 'custom', input: text, message })
      return z.NEVER
    }
    if (name === '') return refuse('nickname-required')
    if (notInNames.test(name) || towerOfMarks.test(name)) return refuse('nickname-characters')
    const characters = [...name].length
    if (characters < nicknameMin) return refuse('nickname-short')
    return characters > nicknameMax ? refuse('nickname-long') : name
  })

/** The signed-in user as every call shows them. Texts that are not known are empty. */
export const userSchema = z.object({
  id: z.string(),
  /** The email address, or else the phone number. */
  username: z.string(),
  nickname: z.string(),
  email: z.string(),
  /** E.164. */
  phoneNumber: z.string(),
  /** The name of a drawn avatar, or the address of an uploaded one. */
  avatar: z.string(),
  /** What can be staked, coins and bonus coins together, as a number for display; `getBalance` tells it exactly. */
  coins: z.number(),
  level: z.int().min(0),
  vipLevel: z.int().min(0),
  /** The country of the phone number: its letters, its dial code without plus, and its flag. */
  countrycode: z.string(),
  phoneCode: z.string(),
  flagUrl: z.string(),
  languagecode: z.string(),
  /** Eight digits that bring others to this account. */
  invitationCode: z.string(),
  currencyCode: z.string(),
  currencySymbol: z.string(),
  /** Units of the currency for one coin. */
  exchangeRate: z.number(),
})
export type User = z.infer<typeof userSchema>

/** What a sign-in answers. */
export const signedInSchema = userSchema.extend({ token: z.string() })
export type SignedIn = z.infer<typeof signedInSchema>

/** The user, and how the account is secured: a part of the center. */
export const accountCenterSchema = z.object({
  user: userSchema,
  security: z.object({
    hasPassword: z.boolean(),
    hasPaymentPassword: z.boolean(),
    /** Milliseconds since 1970 until when the payment password is locked, or null. */
    paymentLockedUntil: z.number().nullable(),
    sessions: z.int().min(1),
  }),
})
export type AccountCenter = z.infer<typeof accountCenterSchema>

/** `coins` as the product documents it, and the exact amounts beside it. */
export const balanceAnswerSchema = z.strictObject({ ...balanceSchema.shape, coins: z.number() })

export const currencySchema = z.object({
  currencycode: z.string(),
  name: z.string(),
  symbol: z.string(),
  exchangeRate: z.number(),
})
export const currencyEditBodySchema = z.object({ currencycode: z.string().regex(/^[A-Z]{3,5}$/) })

export const avatarSchema = z.object({
  avatarid: z.string(),
  /** What `avatar` of the user becomes when this one is chosen. */
  avatar: z.string(),
})
/** The largest avatar in bytes, as documented: 5 MB. A proof of a payment may have as much. */
export const avatarBytesMax = 5 * 1024 * 1024
/** The largest form around one: boundaries and headers besides. */
export const avatarFormBytesMax = avatarBytesMax + 64 * 1024

export const avatarEditBodySchema = z.object({ avatarid: z.string().min(1).max(64) })
export const avatarAnswerSchema = z.object({ avatar: z.string() })

export const nicknameBodySchema = z.object({ nickname: nicknameSchema })
export const nicknameAnswerSchema = z.object({ nickname: z.string() })

export const passwordChangeBodySchema = z.object({
  currentPassword: z.string('password-required').max(256),
  newPassword: newPasswordSchema,
})
export const codePasswordChangeBodySchema = z.object({
  verificationCode: codeSchema,
  newPassword: newPasswordSchema,
})
/**
 * `currentPassword` is the payment password; with a code it is the login password if the payment password was
 * forgotten, or empty if none is set yet.
 */
export const payPasswordChangeBodySchema = passwordChangeBodySchema.extend({
  verificationCode: codeSchema.optional(),
})

/** A proof beside other fields: none, or one of the two. */
const proofFields = {
  ownCode: codeSchema.optional(),
  paymentPassword: givenPasswordSchema.optional(),
}
const oneProof = ({ ownCode, paymentPassword }: { [Field in keyof typeof proofFields]?: unknown }) =>
  ownCode === undefined || paymentPassword === undefined
const twoProofs = { path: ['paymentPassword'], error: 'bad-parameters' }

const proofOf = ({
  ownCode,
  paymentPassword,
}: {
  ownCode?: string | undefined
  paymentPassword?: string | undefined
}): OwnerProof | null => {
  if (ownCode !== undefined) return { ownCode }
  return paymentPassword === undefined ? null : { paymentPassword }
}

export const emailUpdateBodySchema = z
  .object({
    email: z.string('email-invalid').max(300, 'email-format'),
    verificationCode: codeSchema,
    ...proofFields,
  })
  .refine(oneProof, twoProofs)
  .transform(({ email, verificationCode, ...proof }, context) => {
    const contact = emailContact(email)
    if (contact) return { contact, code: verificationCode, proof: proofOf(proof) }
    context.issues.push({ code: 'custom', input: email, path: ['email'], message: 'email-format' })
    return z.NEVER
  })

/** `phonecode` is the dial code without plus. */
export const phoneUpdateBodySchema = z
  .object({
    phone: z.string('phone-invalid').max(40, 'phone-invalid'),
    phonecode: phoneCodeSchema.optional(),
    countrycode: z.string().max(2).optional(),
    verificationCode: codeSchema,
    ...proofFields,
  })
  .refine(oneProof, twoProofs)
  .transform(({ phone, phonecode = '', countrycode, verificationCode, ...proof }, context) => {
    const contact = phoneContact(phone, phonecode, countrycode)
    if (contact) return { contact, code: verificationCode, proof: proofOf(proof) }
    context.issues.push({ code: 'custom', input: phone, path: ['phone'], message: phoneProblem(phone) })
    return z.NEVER
  })

/** A device that is signed in. Times are in milliseconds since 1970. */
export const sessionSchema = z.object({
  sessionid: z.string(),
  /** What the browser called itself at sign-in. */
  device: z.string(),
  address: z.string(),
  createdAt: z.number(),
  seenAt: z.number(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
})
export const sessionEndBodySchema = z.object({ sessionid: z.string().regex(/^[0-9a-f]{32}$/) })

/** The token of a link that undoes a change of a contact; in the link it stands behind the `#`. */
export const undoBodySchema = z.object({ token: z.string().min(1).max(64) })

/** What such a link undoes. Times are in milliseconds since 1970, contacts are shortened. */
export const undoableChangeSchema = z.object({
  changedAt: z.number(),
  until: z.number(),
  contacts: z.array(
    z.object({
      kind: z.enum(['phone', 'email']),
      /** What the account has now, null for none of this kind. */
      now: z.string().nullable(),
      /** The restored value. */
      back: z.string().nullable(),
    }),
  ),
})
export type UndoableChange = z.infer<typeof undoableChangeSchema>
