import { type Country, countries } from './countries.ts'
import { stripPhone } from './detect.ts'

/** What the dial-code field holds after any keystroke: digits alone, behind a plus. */
export const cleanDialCode = (typed: string): string => `+${typed.normalize('NFKC').replace(/\D/g, '')}`

/**
 * The country of a dial code, with or without its plus. Where several countries share it, `selected` stays if it is
 * one of them. Undefined for an unknown code.
 */
export const countryOfDialCode = (dialCode: string, selected?: Country): Country | undefined => {
  const digits = dialCode.replace(/^\+/, '')
  return selected?.dialCode === digits ? selected : countries.find((country) => country.dialCode === digits)
}

/**
 * The country of a number that begins with a plus; `selected` as for a dial code. Undefined for a number without a
 * plus or of a country not listed here.
 */
export const countryOfNumber = (number: string, selected?: Country): Country | undefined => {
  const bare = stripPhone(number)
  if (!bare.startsWith('+')) return undefined
  // No dial code is a prefix of another, so at most one prefix matches.
  const found = [1, 2, 3].map((length) => countryOfDialCode(bare.slice(0, length + 1), selected))
  return found.find((country) => country !== undefined)
}

/**
 * The dial-code field after it loses focus: empty restores the selected country's code, a known code selects its
 * country, an unknown one restores `previous`.
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

/** The country codes of one and of two digits that are assigned (ITU-T E.164, list of country codes); all others have three. */
const shortDialCodes =
  ' 1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 ' +
  '90 91 92 93 94 95 98 '

/**
 * The country code of any number with a plus, by which networks charge; countries not listed here too.
 *
 * @example dialCodeOfNumber('+447911123456') // '44'
 */
export const dialCodeOfNumber = (number: string): string => {
  const digits = number.slice(1)
  const short = [1, 2]
    .map((length) => digits.slice(0, length))
    .find((code) => shortDialCodes.includes(` ${code} `))
  return short ?? digits.slice(0, 3)
}
