import { emailContact, phoneContact, phoneProblem } from '@minefall/shared/contracts'
import { z } from 'zod'
import { enteredCodeSchema } from '../forms/entered-code.ts'
import { type ProofWay, proofShape } from '../proof/proof-fields.ts'

const texts = z.string().trim()

/**
 * What `user/emailupdate` takes, each field judged by itself: the body's own schema reads them together. A proof is asked for in a
 * second step, in the way that is chosen.
 */
export const emailFormSchema = (way: ProofWay | null = null) =>
  z.object({
    email: texts
      .min(1, { error: 'email-invalid', abort: true })
      .refine((text) => emailContact(text) !== null, 'email-format'),
    verificationCode: enteredCodeSchema,
    ...proofShape(way),
  })

/** What `user/phoneupdate` takes besides the country: a number without a plus belongs to `dialCode`. */
export const phoneFormSchema = (dialCode: string, way: ProofWay | null = null) =>
  z.object({
    phone: texts.superRefine((text, context) => {
      if (!phoneContact(text, dialCode)) context.addIssue(phoneProblem(text))
    }),
    verificationCode: enteredCodeSchema,
    ...proofShape(way),
  })
