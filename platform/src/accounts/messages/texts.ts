/** Notices to the owner of an account, by message. */
export const newsNames = [
  'device-signed-out',
  'phone-changed',
  'email-changed',
  'password-changed',
  'payment-password-changed',
  'break-begun',
  'break-begun-until',
  'destination-saved',
  'withdrawal-requested',
  'change-undone',
] as const
export type NewsName = (typeof newsNames)[number]

type Letter = { subject: string; text: string }

/**
 * All messages to people, in one language. `{product}` is the product's name; the other placeholders are what a message
 * is about. A code stands first, so that the words around it can be any.
 */
export type MessageTexts = {
  /** With `{code}`. */
  code: Letter
  /** With `{code}`, `{amount}` in coins and `{to}`. */
  withdrawalCode: Letter
  /** What follows all news but `change-undone`, which says it in its text, */
  ending: string
  /** and that of a changed contact, which can be undone for `{hours}` with `{link}`. */
  undoEnding: string
  news: Readonly<Record<NewsName, Letter>>
}
