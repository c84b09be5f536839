import type { PlatformSettings } from '../config.ts'

/** Everything that may be set about safer play; what each is says `platformVariables`. */
export const saferPlaySettingsOf = (settings: PlatformSettings) => ({
  barredCountries: settings.BARRED_COUNTRIES,
  privateLossMost: BigInt(settings.PRIVATE_LOSS_COINS_PER_DAY),
  limitRaiseMs: settings.LIMIT_RAISE_HOURS * 3_600_000,
})
export type SaferPlaySettings = ReturnType<typeof saferPlaySettingsOf>
