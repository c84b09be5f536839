import { type Country, countries } from './countries.ts'
import { stripPhone } from './detect.ts'

/** What the dial-code field holds after any keystroke: digits alone, behind a plus. */
export const cleanDialCode = (typed: string): string => `+${typed.replace(/\D/g, '')}`

/**
 * The country a dial code selects, with or without its plus. Where several share it, `selected` stays if it is one
 * of them. Undefined for a code that is not known.
 */
export const countryOfDialCode = (dialCode: string, selected?: Country): Country | undefined => {
  const digits = dialCode.replace(/^\+/, '')
  return selected?.dialCode === digits ? selected : countries.find((country) => country.dialCode === digits)
}

/**
 * The country of a number that begins with its plus, in whatever way it is written; `selected` as for a dial code.
 * Undefined for a number without a plus and for one of no country here.
 */
export const countryOfNumber = (number: string, selected?: Country): Country | undefined => {
  const bare = stripPhone(number)
  if (!bare.startsWith('+')) return undefined
  // No dial code is the beginning of another, so at most one length of prefix is known.
  const found = [1, 2, 3].map((length) => countryOfDialCode(bare.slice(0, length + 1), selected))
  return found.find((country) => country !== undefined)
}

/**
 * What leaving the dial-code field makes of it. An empty one gets the selected country's code back, a known one
 * selects its country, an unknown one becomes `previous` again.
 */
export const settleDialCode = (
  typed: string,
  { selected, previous }: { selected: Country; previous: string },
): { country: Country; field: string } => {
  const field = cleanDialCode(typed)
  if (field === '+') return { country: selected, field: `+${selected.dialCode}` }
  const country = countryOfDialCode(field, selected)
  return country ? { country, field } : { country: selected, field: previous }
}
