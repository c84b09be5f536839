import type { PlatformSettings } from './config.ts'
import type { RewardsSettings } from './rewards/index.ts'

/** What an operator set for rewards, by the names they use. */
export const rewardsSettingsOf = (settings: PlatformSettings): RewardsSettings => ({
  barredCountries: settings.BARRED_COUNTRIES ?? [],
  pairCoinsMost: BigInt(settings.PAIR_COINS_PER_DAY),
})
