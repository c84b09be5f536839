import { type AccountsOptions, defaultAccountSettings } from './accounts/index.ts'
import type { PlatformSettings } from './config.ts'

type Configured = Pick<
  AccountsOptions,
  'settings' | 'trialCoins' | 'welcomeCoins' | 'email' | 'sms' | 'production' | 'hashing'
>

/** What an operator set for accounts, by the names they use; the rest is as it is by default. */
export const accountOptionsOf = (settings: PlatformSettings): Configured => ({
  settings: {
    ...defaultAccountSettings,
    passwordMin: settings.PASSWORD_MIN,
    smsPerDay: settings.SMS_PER_DAY,
    smsReservePercent: settings.SMS_RESERVE_PERCENT,
    smsPerDialCode: settings.SMS_PER_DIAL_CODE,
    codesPerAddress: settings.CODES_PER_ADDRESS,
    defaultInvitationCode: settings.DEFAULT_INVITATION_CODE,
    // Without it, as on one's own machine, a link is a path alone.
    publicUrl: settings.PUBLIC_URL ?? '',
    settleMs: settings.WITHDRAW_HOLDOFF_HOURS * 3_600_000,
  },
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
