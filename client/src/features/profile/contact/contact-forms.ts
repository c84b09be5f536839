import { emailContact, phoneContact, phoneProblem } from '@minefall/shared/contracts'
import { z } from 'zod'
import { enteredCodeSchema } from '../forms/entered-code.ts'

const texts = z.string().trim()

/** What `user/emailupdate` takes, each field judged by itself: the body's own schema reads them together. */
export const emailFormSchema = z.object({
  email: texts
    .min(1, { error: 'email-invalid', abort: true })
    .refine((text) => emailContact(text) !== null, 'email-format'),
  verificationCode: enteredCodeSchema,
})

/** What `user/phoneupdate` takes besides the country: a number without a plus belongs to `dialCode`. */
export const phoneFormSchema = (dialCode: string) =>
  z.object({
    phone: texts.superRefine((text, context) => {
      if (!phoneContact(text, dialCode)) context.addIssue(phoneProblem(text))
    }),
    verificationCode: enteredCodeSchema,
  })
