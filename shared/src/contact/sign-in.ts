/** The documented minimum of a password, in characters. An operator may ask for more where one is chosen. */
export const passwordMin = 6
/** Digits of a verification code. */
export const codeLength = 6
