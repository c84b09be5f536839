import type { PlatformSettings } from './config.ts'
import type { SaferPlaySettings } from './safer-play/index.ts'

/** What an operator set for safer play, by the names it uses. */
export const saferPlaySettingsOf = (settings: PlatformSettings): SaferPlaySettings => ({
  barredCountries: settings.BARRED_COUNTRIES ?? [],
  privateLossMost: BigInt(settings.PRIVATE_LOSS_COINS_PER_DAY),
  limitRaiseMs: settings.LIMIT_RAISE_HOURS * 3_600_000,
})
