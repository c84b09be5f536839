import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { noProof } from '../proof/proof-fields.ts'
import { emailFormSchema, phoneFormSchema } from './contact-forms.ts'

/** What is wrong with each field. */
const problems = (schema: z.ZodType, input: unknown) =>
  Object.fromEntries(
    (schema.safeParse(input).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  )

describe('another contact', () => {
  it.each([
    ['', 'email-invalid'],
    ['  ', 'email-invalid'],
    ['anna@home', 'email-format'],
    ['anna @home.example', 'email-format'],
  ])('e-mail %j is refused while the code is still missing', (email, message) => {
    const found = problems(emailFormSchema(), { email, verificationCode: '', ...noProof })
    expect(found).toEqual({ email: message, verificationCode: 'code-required' })
  })

  it.each([
    ['', 'phone-invalid'],
    ['7911', 'phone-short'],
    ['anna', 'phone-invalid'],
    ['1234567890123456', 'phone-invalid'],
  ])('phone %j is refused while the code is still missing', (phone, message) => {
    const found = problems(phoneFormSchema('44'), { phone, verificationCode: '', ...noProof })
    expect(found).toEqual({ phone: message, verificationCode: 'code-required' })
  })

  it('is taken without the spaces around it', () => {
    expect(
      emailFormSchema().parse({ email: ' anna@home.example ', verificationCode: '123456', ...noProof }).email,
    ).toBe('anna@home.example')
    expect(
      phoneFormSchema('44').parse({ phone: ' 07911 123456', verificationCode: '123456', ...noProof }).phone,
    ).toBe('07911 123456')
  })

  it.each([
    [null, {}],
    ['code', { ownCode: 'code-required' }],
    ['password', { paymentPassword: 'password-required' }],
    ['none', {}],
  ] as const)('asked for a proof by %s wants its field alone', (way, missing) => {
    const entered = { email: 'anna@home.example', verificationCode: '123456', ...noProof }
    expect(problems(emailFormSchema(way), entered)).toEqual(missing)
  })
})
