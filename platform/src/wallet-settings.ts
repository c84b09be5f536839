import type { PlatformSettings } from './config.ts'
import { defaultWalletSettings, type WalletSettings } from './wallet/index.ts'

/** What an operator set for the wallet, by the names it uses; the rest is as it is by default. */
export const walletSettingsOf = (settings: PlatformSettings): WalletSettings => ({
  ...defaultWalletSettings,
  payWithinMs: settings.DEPOSIT_EXPIRES_MS,
  holdOffMs: settings.WITHDRAW_HOLDOFF_HOURS * 3_600_000,
  secondPersonFrom: BigInt(settings.SECOND_PERSON_COINS),
  secondPersonInDay: BigInt(settings.SECOND_PERSON_DAY_COINS ?? settings.SECOND_PERSON_COINS),
  secondPersonInWeek: BigInt(settings.SECOND_PERSON_WEEK_COINS ?? 3 * settings.SECOND_PERSON_COINS),
  handsApartMs: settings.HANDS_APART_DAYS * 86_400_000,
  identityReviewAbove: BigInt(settings.IDENTITY_REVIEW_COINS),
  exampleAccounts: settings.NODE_ENV !== 'production',
  checkout: settings.CHECKOUT_PROVIDER,
  refusesSandboxBesideMoney: settings.NODE_ENV === 'production',
  barredCountries: settings.BARRED_COUNTRIES ?? [],
})
