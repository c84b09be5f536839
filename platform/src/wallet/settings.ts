import type { PlatformSettings } from '../config.ts'

/** Everything that may be set about the wallet, by the names it uses; what each is says `platformVariables`. */
export const walletSettingsOf = (settings: PlatformSettings) => ({
  payWithinMs: settings.DEPOSIT_EXPIRES_MS,
  holdOffMs: settings.WITHDRAW_HOLDOFF_HOURS * 3_600_000,
  secondPersonFrom: BigInt(settings.SECOND_PERSON_COINS),
  secondPersonInDay: BigInt(settings.SECOND_PERSON_DAY_COINS ?? settings.SECOND_PERSON_COINS),
  secondPersonInWeek: BigInt(settings.SECOND_PERSON_WEEK_COINS ?? 3 * settings.SECOND_PERSON_COINS),
  handsApartMs: settings.HANDS_APART_DAYS * 86_400_000,
  identityReviewAbove: BigInt(settings.IDENTITY_REVIEW_COINS),
  /** Whether manual methods without an account of ours show an example of one; never in production. */
  exampleAccounts: settings.NODE_ENV !== 'production',
  checkout: settings.CHECKOUT_PROVIDER,
  /** Whether the sandbox is refused once a deposit of real money has completed. */
  refusesSandboxBesideMoney: settings.NODE_ENV === 'production',
  barredCountries: settings.BARRED_COUNTRIES,
})
export type WalletSettings = ReturnType<typeof walletSettingsOf>
