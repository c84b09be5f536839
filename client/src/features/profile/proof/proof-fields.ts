import { shortContact } from '@minefall/shared/contact'
import {
  bodyCode,
  givenPasswordSchema,
  type OwnerProof,
  type ProofRequired,
  proofRequiredSchema,
  type SendCodeBody,
  type User,
} from '@minefall/shared/contracts'
import { z } from 'zod'
import { isCallError } from '../../../lib/call-error.ts'
import { readablePhone } from '../contact/readable-phone.ts'
import { enteredCodeSchema } from '../forms/entered-code.ts'

/** How an owner proves that the account is theirs, `none` where there is no way now. */
export type ProofWay = 'code' | 'password' | 'none'

/** What the fields of a proof hold before anything is typed. */
export const noProof = { ownCode: '', paymentPassword: '' }

/** What a call that was refused with 1207 asks for; null for every other failure. */
export const proofAskedBy = (error: unknown): ProofRequired | null =>
  isCallError(error) && error.code === bodyCode.proofRequired
    ? (proofRequiredSchema.safeParse(error.data).data ?? null)
    : null

/** The way that is shown at first. */
export const firstWay = ({ codeTo, hasPaymentPassword }: ProofRequired): ProofWay => {
  if (codeTo !== null) return 'code'
  return hasPaymentPassword ? 'password' : 'none'
}

const notAsked = z.string()

/** The fields of a proof in a form's schema; null while none is asked for. */
export const proofShape = (way: ProofWay | null) => ({
  ownCode: way === 'code' ? enteredCodeSchema : notAsked,
  paymentPassword: way === 'password' ? givenPasswordSchema : notAsked,
})

/** What a call is sent of them. */
export const proofOf = (
  way: ProofWay | null,
  { ownCode, paymentPassword }: typeof noProof,
): OwnerProof | Record<never, never> => {
  if (way === 'code') return { ownCode }
  return way === 'password' ? { paymentPassword } : {}
}

/** The contact that the server will take a code to: what to ask for, and how it is shown. Null where it is gone. */
export const proofContact = (
  user: Pick<User, 'email' | 'phoneNumber' | 'phoneCode'>,
  codeTo: string | null,
): { body: SendCodeBody; shown: string } | null => {
  const { email, phoneNumber } = user
  if (codeTo === null) return null
  if (email && shortContact({ kind: 'email', value: email }) === codeTo)
    return { body: { contactType: 'email', contact: email }, shown: email }
  if (phoneNumber && shortContact({ kind: 'phone', value: phoneNumber }) === codeTo)
    return { body: { contactType: 'phone', contact: phoneNumber }, shown: readablePhone(user) }
  return null
}
