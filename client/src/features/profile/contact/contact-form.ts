import type { ContactKind } from '@minefall/shared/contact'
import { emailContact, phoneContact, phoneProblem } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import { enteredCodeSchema } from '../../../parts/forms/CodeField.tsx'
import { type ProofWay, proofShape } from '../proof/proof-fields.ts'

const texts = z.string().trim()

const emailField = texts
  .min(1, { error: 'email-invalid', abort: true })
  .refine((text) => emailContact(text) !== null, 'email-format')

const phoneField = (dialCode: string) =>
  texts.superRefine((text, context) => {
    if (!phoneContact(text, dialCode)) context.addIssue(phoneProblem(text))
  })

/**
 * The fields that `user/emailupdate` and `user/phoneupdate` take, each checked on its own: the schema of the body
 * checks them together. A phone number without a plus belongs to `dialCode`. `way` is how the owner proves that the
 * account is theirs; null until the server asks for a proof.
 */
export const contactFormSchema = (kind: ContactKind, dialCode: string, way: ProofWay | null = null) =>
  z.object({
    contact: kind === 'email' ? emailField : phoneField(dialCode),
    verificationCode: enteredCodeSchema,
    ...proofShape(way),
  })
