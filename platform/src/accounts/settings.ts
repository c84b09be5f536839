import type { PlatformSettings } from '../config.ts'

/** All settings of accounts; `platformVariables` describes each. */
export const accountSettingsOf = (settings: PlatformSettings) => ({
  passwordMin: settings.PASSWORD_MIN,
  mailPerDay: settings.MAIL_PER_DAY,
  smsPerDay: settings.SMS_PER_DAY,
  reservePercent: settings.SMS_RESERVE_PERCENT,
  smsPerDialCode: settings.SMS_PER_DIAL_CODE,
  codesPerAddress: settings.CODES_PER_ADDRESS,
  defaultInvitationCode: settings.DEFAULT_INVITATION_CODE,
  /** The public address, without a trailing slash; without it links are paths only. */
  publicUrl: settings.PUBLIC_URL ?? '',
  /** Milliseconds until a contact that was added or changed proves that the account is its owner's. */
  settleMs: settings.WITHDRAW_HOLDOFF_HOURS * 3_600_000,
  /** The product's name in messages. */
  productName: 'Minefall',
})
export type AccountSettings = ReturnType<typeof accountSettingsOf>

/** All parameters of accounts: limits, gifts, channels, password hashing. */
export const accountOptionsOf = (settings: PlatformSettings) => ({
  settings: accountSettingsOf(settings),
  trialCoins: BigInt(settings.TRIAL_REFILL),
  welcomeCoins: BigInt(settings.WELCOME_COINS),
  email: settings.SMTP_URL === undefined ? null : { url: settings.SMTP_URL, from: settings.MAIL_FROM },
  sms:
    settings.SMS_URL === undefined
      ? null
      : {
          url: settings.SMS_URL,
          template: settings.SMS_TEMPLATE,
          authorization: settings.SMS_AUTHORIZATION,
        },
  production: settings.NODE_ENV === 'production',
  hashing: {
    cost: { memoryKib: settings.PASSWORD_MEMORY_KIB, passes: settings.PASSWORD_PASSES },
    atOnce: settings.PASSWORD_AT_ONCE,
  },
})

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
   * How long the previous contacts can undo a change, and withdrawals stop after an undo: long enough for a weekend
   * away.
   */
  undo: 3 * day,
  /** How long a change is kept for staff after it can no longer be undone. */
  changes: 90 * day,
} as const

/** Tries each code and each payment password allows. */
export const tries = { code: 5, payment: 5 } as const

/** A limit: at most `most` times in any `withinMs`. */
export type Rate = { most: number; withinMs: number }

export const rates = {
  /** Between two codes to a contact for the same asker. */
  codeResend: { most: 1, withinMs: minute },
  /** Codes to a contact for one asker: a device, or an address. */
  codeAskerHour: { most: 5, withinMs: hour },
  /** The same; also for all strangers of one network. */
  codeAskerDay: { most: 10, withinMs: day },
  /** SMS with codes to a number, asked for by its account or devices known to it, whether they could be sent or not. */
  codeOwnSms: { most: 20, withinMs: hour },
  /** Codes to a contact for all strangers together: it bounds how often a code can be guessed at. */
  codeStrangers: { most: 20, withinMs: day },
  /** Reserve codes per contact: someone who knows a few contacts with accounts can't use it up. */
  codeReserve: { most: 3, withinMs: day },
  /** SMS with news to an account. Each kind of news has a separate count, so that a repeated one hides no other. */
  newsSms: { most: 10, withinMs: day },
  /** Wrong passwords for a contact from one of its own devices, from all strangers together, and from one address. */
  passwordDevice: { most: 10, withinMs: hour },
  passwordStrangers: { most: 20, withinMs: hour },
  passwordAddress: { most: 30, withinMs: hour },
  /** Wrong passwords entered while signed in. */
  passwordAccount: { most: 10, withinMs: hour },
  /** Links that undo nothing, looked at or used, from one address. */
  undoAddress: { most: 30, withinMs: hour },
  upload: { most: 20, withinMs: hour },
} as const satisfies Record<string, Rate>
