export type ContactKind = 'phone' | 'email'
export type DetectedContact = ContactKind | 'none'

/** What people put between the digits of a phone number: spaces, dashes and brackets; and what copying one adds unseen. */
const separators = /[\s\p{Cf}\-‐-―()[\]]/gu
const withPlus = /^\+\d{7,15}$/
const withoutPlus = /^\d{6,15}$/
/** Each character has one place in it, so no text takes longer than its length. */
const emailShape = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/

/** Takes spaces, dashes and brackets out of a phone number, and writes full-width digits as the others. */
export const stripPhone = (text: string): string => text.normalize('NFKC').replace(separators, '')

/** Plus and 7 to 15 digits, or 6 to 15 digits without it, once spaces, dashes and brackets are gone. */
export const isPhone = (text: string): boolean => {
  const bare = stripPhone(text)
  return withPlus.test(bare) || withoutPlus.test(bare)
}

/** Something, an at sign, something, a dot, something, and no spaces. */
export const isEmail = (text: string): boolean => emailShape.test(text)

/** The kind of contact typed into the one field; `none` when it is neither. */
export const detectContact = (text: string): DetectedContact => {
  if (isPhone(text)) return 'phone'
  return isEmail(text) ? 'email' : 'none'
}
