import type { PlatformSettings } from '../config.ts'

/** Everything that may be set about rewards; what each is says `platformVariables`. */
export const rewardsSettingsOf = (settings: PlatformSettings) => ({
  barredCountries: settings.BARRED_COUNTRIES,
  pairCoinsMost: BigInt(settings.PAIR_COINS_PER_DAY),
})
export type RewardsSettings = ReturnType<typeof rewardsSettingsOf>
