import { shortContact } from '@minefall/shared/contact'
import { bodyCode } from '@minefall/shared/contracts'
import {
  givenPasswordSchema,
  type OwnerProof,
  type ProofRequired,
  proofRequiredSchema,
  type SendCodeBody,
  type User,
} from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import { isCallError } from '../../../lib/call-error.ts'
import { enteredCodeSchema } from '../../../parts/forms/entered-code.ts'
import { readablePhone } from '../contact/readable-phone.ts'

/** How an owner proves that the account is theirs, `none` where there is no way now. */
export type ProofWay = 'code' | 'password' | 'none'

/** The empty fields of a proof. */
export const noProof = { ownCode: '', paymentPassword: '' }

/** The proof that a refusal with 1207 asks for; null for other failures. */
export const proofAskedBy = (error: unknown): ProofRequired | null =>
  isCallError(error) && error.code === bodyCode.proofRequired
    ? (proofRequiredSchema.safeParse(error.data).data ?? null)
    : null

/** The way shown first. */
export const firstWay = ({ codeTo, hasPaymentPassword }: ProofRequired): ProofWay => {
  if (codeTo !== null) return 'code'
  return hasPaymentPassword ? 'password' : 'none'
}

const notAsked = z.string()

/** The fields of a proof in a form's schema. `way` is null while no proof is needed. */
export const proofShape = (way: ProofWay | null) => ({
  ownCode: way === 'code' ? enteredCodeSchema : notAsked,
  paymentPassword: way === 'password' ? givenPasswordSchema : notAsked,
})

/** The proof that a call sends. */
export const proofOf = (
  way: ProofWay | null,
  { ownCode, paymentPassword }: typeof noProof,
): OwnerProof | Record<never, never> => {
  if (way === 'code') return { ownCode }
  return way === 'password' ? { paymentPassword } : {}
}

/** The contact that the server accepts a code from: the call that sends it, and how to show it. Null if it is gone. */
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
