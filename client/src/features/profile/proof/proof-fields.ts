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
import { useState } from 'react'
import { z } from 'zod'
import { isCallError } from '../../../lib/call-error.ts'
import { enteredCodeSchema } from '../../../parts/forms/CodeField.tsx'

/**
 * The proof of ownership that a form needs: none until its call is refused with 1207, or from the start with the refusal
 * of another call.
 */
export const useOwnerProof = (already: ProofRequired | null = null) => {
  const [asked, setAsked] = useState(already)
  const [chosen, setChosen] = useState<ProofWay | null>(null)
  const way = asked && (chosen ?? firstWay(asked))
  return {
    asked,
    /** Null while no proof is needed. */
    way,
    choose: setChosen,
    /** Asks for the proof that a failed call needs; false for other failures. */
    takes: (error: unknown): boolean => {
      const wanted = proofAskedBy(error)
      if (!wanted) return false
      setAsked(wanted)
      setChosen(null)
      return true
    },
    reset: () => {
      setAsked(already)
      setChosen(null)
    },
  }
}

/** A phone number with its dial code apart, as people read it: `+60 125550148`. */
export const readablePhone = ({
  phoneNumber,
  phoneCode,
}: Pick<User, 'phoneNumber' | 'phoneCode'>): string => {
  const dial = `+${phoneCode}`
  const known = phoneCode !== '' && phoneNumber.startsWith(dial)
  return known ? `${dial} ${phoneNumber.slice(dial.length)}` : phoneNumber
}

/** How an owner proves that the account is theirs, `none` where there is no way now. */
export type ProofWay = 'code' | 'password' | 'none'

/** The empty fields of a proof. */
export const noProof = { ownCode: '', paymentPassword: '' }

/** The proof that a refusal with 1207 asks for; null for other failures. */
const proofAskedBy = (error: unknown): ProofRequired | null =>
  isCallError(error) && error.code === bodyCode.proofRequired
    ? (proofRequiredSchema.safeParse(error.data).data ?? null)
    : null

/** The way shown first. */
const firstWay = ({ codeTo, hasPaymentPassword }: ProofRequired): ProofWay => {
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
