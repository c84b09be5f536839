import { z } from 'zod'
import {
  countryByCode,
  countryOfNumber,
  normalizeEmail,
  normalizePhone,
  stripPhone,
} from '../../contact/index.ts'

/** A phone number or an email address in the one form that accounts are known by. */
export type Contact =
  /** `value` is E.164. `country` is one of the 27, by its letters, where the number belongs to one of them. */
  { kind: 'phone'; value: string; country: string | null } | { kind: 'email'; value: string }

/** The dial code as the product sends it: digits without plus. */
export const phoneCodeSchema = z
  .string()
  .regex(/^\+?\d{0,4}$/)
  .transform((code) => code.replace('+', ''))

/** Null when it is no phone number. `country` are the letters of the country that was selected. */
export const phoneContact = (text: string, dialCode: string, country?: string): Contact | null => {
  const value = normalizePhone(text, dialCode)
  if (value === null) return null
  return { kind: 'phone', value, country: countryOfNumber(value, countryByCode(country ?? ''))?.code ?? null }
}

export const emailContact = (text: string): Contact | null => {
  const value = normalizeEmail(text)
  return value === null ? null : { kind: 'email', value }
}

/** The notice for a number that is none: too short is distinguished. */
export const phoneProblem = (text: string): string =>
  /^\+?\d{1,6}$/.test(stripPhone(text)) ? 'phone-short' : 'phone-invalid'
