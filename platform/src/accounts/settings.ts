/** What an operator may set; each has its line in docs/settings.md. */
export type AccountSettings = {
  /** Characters a new password must have at least. */
  passwordMin: number
  /** Codes by SMS that strangers may cause in a day, all together. */
  smsPerDay: number
  /** The part of them, in percent, that is kept for numbers with accounts. */
  smsReservePercent: number
  /** Codes by SMS that strangers may cause to numbers of one dial code in an hour. */
  smsPerDialCode: number
  /** Codes that strangers behind one network address may cause in an hour, whatever the contact. */
  codesPerAddress: number
  /** The invitation code that is sent when nobody invited: it belongs to no account. */
  defaultInvitationCode: string
  /** Milliseconds until a contact that was added or changed proves that the account is its owner's. */
  settleMs: number
  /** The address people type, without a slash at its end; links in messages begin with it. */
  publicUrl: string
  /** The product's name in messages. */
  productName: string
}

export const defaultAccountSettings: AccountSettings = {
  passwordMin: 6,
  smsPerDay: 1_000,
  smsReservePercent: 20,
  smsPerDialCode: 100,
  codesPerAddress: 10,
  defaultInvitationCode: '88888888',
  settleMs: 24 * 3_600_000,
  publicUrl: '',
  productName: 'Minefall',
}

const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** Lifetimes in milliseconds. */
export const lifetimes = {
  code: 5 * minute,
  token: 30 * minute,
  /** How long a superseded token still counts once its successor was used. */
  grace: 10_000,
  /** A session ends after this long without a refresh, */
  idle: 14 * day,
  /** and after this long whatever happens. */
  session: 30 * day,
  /** How long a device is known after its last sign-in. */
  device: 90 * day,
  paymentLock: day,
  /**
   * How long the contacts from before can undo a change of one, and no withdrawal goes out once they did: long enough
   * to come back from a weekend.
   */
  undo: 3 * day,
  /** How long what was changed is kept for staff to look at, after it can't be undone any more. */
  changes: 90 * day,
} as const

/** Tries each code and each payment password allows. */
export const tries = { code: 5, payment: 5 } as const

/** How often something may happen: at most `most` times in any `withinMs`. */
export type Rate = { most: number; withinMs: number }

export const rates = {
  /** Between two codes to a contact for the same asker. */
  codeResend: { most: 1, withinMs: minute },
  /** Codes to a contact for one asker: a device, or an address. */
  codeAskerHour: { most: 5, withinMs: hour },
  codeAskerDay: { most: 10, withinMs: day },
  /** Codes to a contact for all strangers together: it bounds how often a code can be guessed at. */
  codeStrangers: { most: 20, withinMs: day },
  /** Codes out of the reserve to one number: who knows some numbers with accounts can't use it up. */
  codeReserve: { most: 3, withinMs: day },
  /** Wrong passwords for a contact from one of its own devices, from all strangers together, and from one address. */
  passwordDevice: { most: 10, withinMs: hour },
  passwordStrangers: { most: 20, withinMs: hour },
  passwordAddress: { most: 30, withinMs: hour },
  /** Wrong passwords told while signed in. */
  passwordAccount: { most: 10, withinMs: hour },
  /** Looks at links that undo a change, and uses of them, from one address. */
  undoAddress: { most: 30, withinMs: hour },
  upload: { most: 20, withinMs: hour },
} as const satisfies Record<string, Rate>
