import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { noProof } from '../proof/proof-fields.ts'
import { contactFormSchema } from './contact-form.ts'

/** What is wrong with each field. */
const problems = (schema: z.ZodType, input: unknown) =>
  Object.fromEntries(
    (schema.safeParse(input).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  )

describe('the form for a new contact', () => {
  it.each([
    ['', 'email-invalid'],
    ['  ', 'email-invalid'],
    ['anna@home', 'email-format'],
    ['anna @home.example', 'email-format'],
  ])('email %j is refused while the code is still missing', (contact, message) => {
    const found = problems(contactFormSchema('email', ''), { contact, verificationCode: '', ...noProof })
    expect(found).toEqual({ contact: message, verificationCode: 'code-required' })
  })

  it.each([
    ['', 'phone-invalid'],
    ['7911', 'phone-short'],
    ['anna', 'phone-invalid'],
    ['1234567890123456', 'phone-invalid'],
  ])('phone %j is refused while the code is still missing', (contact, message) => {
    const found = problems(contactFormSchema('phone', '44'), { contact, verificationCode: '', ...noProof })
    expect(found).toEqual({ contact: message, verificationCode: 'code-required' })
  })

  it('trims the spaces around it', () => {
    const rest = { verificationCode: '123456', ...noProof }
    const email = contactFormSchema('email', '').parse({ contact: ' anna@home.example ', ...rest })
    expect(email.contact).toBe('anna@home.example')
    const phone = contactFormSchema('phone', '44').parse({ contact: ' 07911 123456', ...rest })
    expect(phone.contact).toBe('07911 123456')
  })

  it.each([
    [null, {}],
    ['code', { ownCode: 'code-required' }],
    ['password', { paymentPassword: 'password-required' }],
    ['none', {}],
  ] as const)('asked for a proof by %s wants its field alone', (way, missing) => {
    const entered = { contact: 'anna@home.example', verificationCode: '123456', ...noProof }
    expect(problems(contactFormSchema('email', '', way), entered)).toEqual(missing)
  })
})
