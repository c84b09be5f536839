/** The documented minimum length of a password, in characters. An operator may require more. */
export const passwordMin = 6
/** Digits of a verification code. */
export const codeLength = 6
/** Digits of an invitation code. */
export const invitationLength = 8
export const invitationPattern = new RegExp(`^\\d{${invitationLength}}$`)
