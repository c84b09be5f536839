/** The documented minimum length of a password, in characters. An operator may require more. */
export const passwordMin = 6
/** Digits of a verification code. */
export const codeLength = 6
/** Digits of an invitation code. */
export const invitationLength = 8
export const invitationPattern = new RegExp(`^\\d{${invitationLength}}$`)

/** Digits, full-width ones too, without separators. */
export const cleanDigits = (text: string, most: number): string =>
  text.normalize('NFKC').replace(/\D/g, '').slice(0, most)

/** What a field for a code holds after any keystroke. */
export const cleanCode = (text: string): string => cleanDigits(text, codeLength)
