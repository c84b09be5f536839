import type { PlatformSettings } from './config.ts'
import { defaultMatchSettings, type MatchSettings } from './matches/index.ts'

/** What an operator set for matches, by the names the match host uses; the rest is as it is by default. */
export const matchSettingsOf = (settings: PlatformSettings): MatchSettings => ({
  ...defaultMatchSettings,
  rakeBps: settings.RAKE_BPS,
  trialRefill: settings.TRIAL_REFILL,
  barredCountries: settings.BARRED_COUNTRIES ?? [],
  pairCoinsMost: BigInt(settings.PAIR_COINS_PER_DAY),
  privateLossMost: BigInt(settings.PRIVATE_LOSS_COINS_PER_DAY),
  privateProofMs: settings.PRIVATE_PROOF_HOURS * 3_600_000,
  seatsPerAddress: settings.SEATS_PER_ADDRESS,
  revealMs: settings.REVEAL_MS,
  gatherAbsentMs: settings.GATHER_ABSENT_MS,
  abandonMs: settings.ABANDON_MS,
  practiceFillMs: settings.PRACTICE_FILL_MS,
  practiceThinkMs: [settings.PRACTICE_THINK_MIN_MS, settings.PRACTICE_THINK_MAX_MS],
  restartGraceMs: settings.RESTART_GRACE_MS,
  interruptedMs: settings.INTERRUPTED_MS,
})
