import { bodyCode } from '@minefall/shared/contracts'
import { expect, test } from 'vitest'
import { callError } from '../../lib/call-error.ts'
import { refusedField } from './use-form.ts'

const passwords = ['currentPassword', 'newPassword', 'verificationCode'] as const
const contact = ['contact', 'verificationCode'] as const

test.each([
  [bodyCode.badParameters, { field: 'newPassword', notice: 'password-length' }, passwords, 'newPassword'],
  [bodyCode.badParameters, { field: 'contact', notice: 'contact-invalid' }, contact, 'contact'],
  [bodyCode.badParameters, { field: 'phonecode' }, contact, 'contact'],
  [bodyCode.wrongPassword, null, passwords, 'currentPassword'],
  [bodyCode.wrongPassword, null, ['paymentPassword', 'verificationCode'] as const, 'paymentPassword'],
  [bodyCode.paymentPasswordLocked, null, ['paymentPassword'] as const, 'paymentPassword'],
  [bodyCode.passwordTooCommon, null, passwords, 'newPassword'],
  [bodyCode.wrongCode, null, contact, 'verificationCode'],
  [bodyCode.contactTaken, null, contact, 'contact'],
  [bodyCode.wrongCode, null, ['nickname'] as const, null],
  [bodyCode.tooManyRequests, { seconds: 12 }, contact, null],
  [bodyCode.unavailable, null, contact, null],
])('%i with %j is about the field of %j', (code, data, fields, field) => {
  expect(refusedField(callError(code, '', { data }), fields)).toBe(field)
})

test('what is no refusal is about no field', () => {
  expect(refusedField(new Error('newPassword'), passwords)).toBeNull()
})
