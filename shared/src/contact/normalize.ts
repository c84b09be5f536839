import { trunkPrefixes } from './countries.ts'
import { type ContactKind, isEmail, isPhone, stripPhone } from './detect.ts'

/** The most digits a number has, country code included (ITU-T E.164). */
const mostDigits = 15
/** The longest address that a mail server takes (RFC 5321). */
const longestEmail = 254
/** Russian numbers have ten digits and North American ones too, so a longer one begins with the trunk prefix. */
const nationalDigits: ReadonlyMap<string, number> = new Map([
  ['1', 10],
  ['7', 10],
])

/** The listed dial code that a full number begins with; none is a prefix of another. */
const dialCodeOf = (digits: string): string | undefined =>
  [...trunkPrefixes.keys()].find((dialCode) => digits.startsWith(dialCode))

const withoutTrunk = (national: string, dialCode: string): string => {
  const trunk = trunkPrefixes.get(dialCode) ?? ''
  if (trunk === '' || !national.startsWith(trunk)) return national
  const length = nationalDigits.get(dialCode)
  return length === undefined || national.length === length + trunk.length
    ? national.slice(trunk.length)
    : national
}

/**
 * A phone number as E.164, `+447911123456`: the same for a number typed with its plus, with its trunk zero, or
 * with neither beside a dial code. `dialCode` has no plus and counts only for a number without one. Null when it is
 * no phone number by the documented rules, or is longer than any number is.
 *
 * @example normalizePhone('(07911) 123-456', '44') // '+447911123456'
 */
export const normalizePhone = (text: string, dialCode: string): string | null => {
  if (!isPhone(text)) return null
  const bare = stripPhone(text)
  const international = bare.startsWith('+')
  const digits = bare.slice(international ? 1 : 0)
  const dial = international ? dialCodeOf(digits) : dialCode
  if (!international && !/^[1-9]\d{0,3}$/.test(dialCode)) return null
  if (dial === undefined) return digits.startsWith('0') ? null : `+${digits}`
  const national = withoutTrunk(international ? digits.slice(dial.length) : digits, dial)
  const full = `${dial}${national}`
  return full.length >= 7 && full.length <= mostDigits ? `+${full}` : null
}

/** An email address in its one stored form: composed and in lower case. Null when it is not an address. */
export const normalizeEmail = (text: string): string | null => {
  const email = text.normalize('NFC').toLowerCase()
  return isEmail(email) && email.length <= longestEmail && !/\p{C}/u.test(email) ? email : null
}

/** A contact shortened so that its owner recognizes it, such as `m•••l@mail.example`. */
export const shortContact = ({ kind, value }: { kind: ContactKind; value: string }): string => {
  if (kind === 'phone') return `${value.slice(0, 3)}•••${value.slice(-2)}`
  const at = value.lastIndexOf('@')
  return `${value.slice(0, 1)}•••${at > 2 ? value.slice(at - 1) : value.slice(at)}`
}
