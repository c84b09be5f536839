import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { isNoticeName } from '../../notices/index.ts'
import { loginBodySchema, sendCodeBodySchema } from './login.ts'
import {
  codePasswordChangeBodySchema,
  emailUpdateBodySchema,
  nicknameSchema,
  passwordChangeBodySchema,
  phoneUpdateBodySchema,
} from './profile.ts'

const device_id = 'ab'.repeat(16)
const phone = { kind: 'phone', value: '+447911123456', country: 'GB' }
const email = { kind: 'email', value: 'anna@home.example' }

/** The field and message of the first thing that is wrong. */
const problem = (schema: z.ZodType, input: unknown): [string, string] | null => {
  const result = schema.safeParse(input)
  const issue = result.error?.issues[0]
  return issue ? [issue.path.join('.'), issue.message] : null
}

describe('a login', () => {
  it.each([
    [1, '07911 123456', { password: 'x' }, { contact: phone, by: 'password', password: 'x' }],
    [2, '7911123456', { code: '012345' }, { contact: phone, by: 'code', code: '012345' }],
    [3, 'Anna@home.example', { password: 'x' }, { contact: email, by: 'password', password: 'x' }],
    [4, 'anna@home.example', { code: '000000' }, { contact: email, by: 'code', code: '000000' }],
  ])('of type %i reads its contact and what proves it', (type, username, proof, read) => {
    const body = {
      username,
      type,
      device_id,
      invitationCode: '12345678',
      phoneCode: '44',
      countrycode: 'GB',
      ...proof,
    }
    expect(loginBodySchema.parse(body)).toEqual({ ...read, deviceId: device_id, invitationCode: '12345678' })
  })

  it('keeps the country that was selected where several share a dial code, and knows others by the number', () => {
    const country = (username: string, phoneCode: string, countrycode: string) =>
      loginBodySchema.parse({ username, type: 2, device_id, code: '123456', phoneCode, countrycode }).contact
    expect(country('4155552671', '1', 'CA')).toMatchObject({ country: 'CA' })
    expect(country('4155552671', '1', 'FR')).toMatchObject({ country: 'US' })
    expect(country('+41446681800', '1', 'US')).toMatchObject({ value: '+41446681800', country: null })
  })

  it.each([
    [{ username: 'no-one', type: 1, password: 'x' }, 'username', 'phone-invalid'],
    [{ username: '7911123456', type: 3, password: 'x' }, 'username', 'email-invalid'],
    [{ username: '', type: 3, password: 'x' }, 'username', 'username-required'],
    [{ type: 3, password: 'x' }, 'username', 'username-required'],
    [{ username: 'a@b.cd', type: 3, code: '123456' }, 'password', 'password-required'],
    [{ username: 'a@b.cd', type: 4, password: 'x' }, 'code', 'code-required'],
    [{ username: 'a@b.cd', type: 4, code: '12345' }, 'code', 'code-length'],
    [{ username: 'a@b.cd', type: 4, code: '１２３４５６' }, 'code', 'code-length'],
  ])('is refused where it is %j', (body, field, message) => {
    expect(problem(loginBodySchema, { device_id, phoneCode: '44', ...body })).toEqual([field, message])
    expect(isNoticeName(message)).toBe(true)
  })

  it('is refused with another type, without a device, and with an invitation of another shape', () => {
    const body = { username: 'a@b.cd', type: 4, code: '123456', device_id }
    expect(problem(loginBodySchema, body)).toBeNull()
    expect(problem(loginBodySchema, { ...body, type: 5 })?.[0]).toBe('type')
    expect(problem(loginBodySchema, { ...body, device_id: 'x' })?.[0]).toBe('device_id')
    expect(problem(loginBodySchema, { ...body, invitationCode: '1' })?.[0]).toBe('invitationCode')
    expect(loginBodySchema.parse({ ...body, invitationCode: '' }).invitationCode).toBeNull()
  })
})

describe('the other calls', () => {
  it('read a contact the same way', () => {
    expect(
      sendCodeBodySchema.parse({ contactType: 'phone', contact: '07911 123456', countryCode: '44' }),
    ).toEqual({
      contact: phone,
    })
    expect(
      problem(sendCodeBodySchema, { contactType: 'email', contact: '0791112345', countryCode: '44' }),
    ).toEqual(['contact', 'contact-invalid'])
    expect(
      phoneUpdateBodySchema.parse({ phone: '7911123456', phonecode: '44', verificationCode: '123456' })
        .contact,
    ).toEqual(phone)
    expect(
      problem(phoneUpdateBodySchema, { phone: '7911', phonecode: '44', verificationCode: '123456' }),
    ).toEqual(['phone', 'phone-short'])
    expect(problem(emailUpdateBodySchema, { email: 'a@b', verificationCode: '123456' })).toEqual([
      'email',
      'email-format',
    ])
  })

  it('refuse a contact that is empty', () => {
    const verificationCode = '123456'
    expect(problem(emailUpdateBodySchema, { email: '', verificationCode })).toEqual(['email', 'email-format'])
    expect(problem(phoneUpdateBodySchema, { phone: '', phonecode: '44', verificationCode })).toEqual([
      'phone',
      'phone-invalid',
    ])
  })

  it.each([
    ['12345', 'code-length'],
    ['1234567', 'code-length'],
    ['12345a', 'code-length'],
    [undefined, 'code-required'],
  ])('refuse a verification code that has no 6 digits: %s', (verificationCode, message) => {
    const refused = ['verificationCode', message]
    expect(problem(emailUpdateBodySchema, { email: 'a@b.cd', verificationCode })).toEqual(refused)
    expect(
      problem(phoneUpdateBodySchema, { phone: '7911123456', phonecode: '44', verificationCode }),
    ).toEqual(refused)
    expect(problem(codePasswordChangeBodySchema, { newPassword: 'giant hazel', verificationCode })).toEqual(
      refused,
    )
  })

  it('ask for six characters of a new password', () => {
    expect(problem(passwordChangeBodySchema, { currentPassword: '', newPassword: '12345' })).toEqual([
      'newPassword',
      'password-short',
    ])
    expect(problem(passwordChangeBodySchema, { currentPassword: '', newPassword: '123456' })).toBeNull()
  })
})

describe('a nickname', () => {
  it.each([
    ['  Mai   27 ', 'Mai 27'],
    ['ＡＢ', 'AB'],
    ['小明', '小明'],
    ['<b>x</b>', '<b>x</b>'],
    ['สวัสดี', 'สวัสดี'],
  ])('%j becomes %j', (text, name) => {
    expect(nicknameSchema.parse(text)).toBe(name)
  })

  it.each([
    ['', 'nickname-required'],
    ['   ', 'nickname-required'],
    ['x', 'nickname-short'],
    ['x'.repeat(21), 'nickname-long'],
    ['An\u200bna', 'nickname-characters'],
    ['An\u202ena', 'nickname-characters'],
    ['An\u2066na', 'nickname-characters'],
    ['An\nna', 'nickname-characters'],
    ['An\u0000na', 'nickname-characters'],
    ['\u3164\u3164\u3164', 'nickname-characters'],
    ['\u2800\u2800', 'nickname-characters'],
    ['\u00ad\u00ad\u00ad', 'nickname-characters'],
    ['\ud83d\ud83d', 'nickname-characters'],
    [`z${'\u0335'.repeat(8)}`, 'nickname-characters'],
  ])('%j is refused with %s', (text, message) => {
    expect(problem(nicknameSchema, text)).toEqual(['', message])
    expect(isNoticeName(message)).toBe(true)
  })

  it('that is taken is its own normal form, 2 to 20 characters, with nothing invisible', () => {
    const unit = fc.oneof(
      { weight: 12, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('\u200b', '\u202e', '\u3164', '\u0301', '\u3000', '\ud83d', '\n', ' '),
      },
    )
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 24 }), (units) => {
        const { data: name } = nicknameSchema.safeParse(units.join(''))
        if (name === undefined) return
        expect(nicknameSchema.parse(name)).toBe(name)
        expect(name).not.toMatch(/\p{C}|\p{Default_Ignorable_Code_Point}/u)
        expect([...name].length).toBeGreaterThanOrEqual(2)
        expect([...name].length).toBeLessThanOrEqual(20)
      }),
    )
  })
})
