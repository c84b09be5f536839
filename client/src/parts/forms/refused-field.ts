import { bodyCode } from '@minefall/shared/contracts'
import { isCallError } from '../../lib/call-error.ts'

/** The field that a code is about, by the names of the calls' bodies. */
const fieldsOfCode: Readonly<Record<number, readonly string[]>> = {
  [bodyCode.wrongPassword]: ['currentPassword', 'paymentPassword'],
  [bodyCode.passwordUnset]: ['currentPassword'],
  [bodyCode.paymentPasswordLocked]: ['currentPassword', 'paymentPassword'],
  [bodyCode.passwordTooCommon]: ['newPassword'],
  [bodyCode.passwordsAlike]: ['newPassword'],
  [bodyCode.wrongCode]: ['verificationCode'],
  [bodyCode.contactTaken]: ['contact'],
}

/** What refusals call a field that the form has under another name. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  email: ['contact'],
  phone: ['contact'],
  phonecode: ['contact'],
}

/**
 * Which of a form's `fields` a failed call was about: the one the refusal names, or else the one its code is about.
 * Null when it is about none of them.
 */
export const refusedField = <Name extends string>(error: unknown, fields: readonly Name[]): Name | null => {
  if (!isCallError(error)) return null
  const { data } = error
  const named = typeof data === 'object' && data !== null && 'field' in data ? String(data.field) : ''
  const about = [named, ...(otherNames[named] ?? []), ...(fieldsOfCode[error.code] ?? [])]
  return fields.find((field) => about.includes(field)) ?? null
}
