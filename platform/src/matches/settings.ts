import type { PlatformSettings } from '../config.ts'

type Range = readonly [number, number]

/** Parameters no operator sets. Times are in milliseconds. */
const fixed = {
  /** How much of a player's round trip is forgiven at the clock. */
  forgivenessMs: 300,
  /** A BFF without a beat for this long is silent: its players' clocks are paused. */
  edgeSilentMs: 1_500,
  /** A commit slower than this gives time back to the seat whose turn it began. */
  storageSlowMs: 500,
  /** After a hand-over from one node to another no clock runs out sooner than this. */
  handOverGraceMs: 1_000,
  /** A hand-over slower than this gives time back to the seat whose turn it is. */
  handOverSlowMs: 250,
  /** How long a hand-over waits for decisions in flight; else it is postponed. */
  handOverSettleMs: 1_000,
  /** How long a node that stops tries to hand its shards over. */
  drainMs: 8_000,
  /** A journal that takes nothing for this long is away: clocks stop, and the node says so. */
  storageAwayMs: 300,
  /** The journal is written no more often than this. */
  flushEveryMs: 3,
  beatMs: 1_000,
  /** How long beats of a match go on after its end. */
  beatEndedMs: 10_000,
  digestMs: 1_000,
  /** How often a node reads whose the shards are, for what no beat has told it. */
  readOwnersMs: 2_000,
  /** First and longest wait between attempts while the database is unreachable. */
  retryMs: [50, 1_000] as Range,
  /** With so many events behind it, seats taken and left, a match that still gathers is voided: all of them are read again. */
  gatherEventsMost: 400,
  /** How long an ended match stays in memory for resumes and rematches. */
  keepEndedMs: 120_000,
  /** Time to agree to a rematch, from the first who asks. */
  rematchMs: 10_000,
  /** From so many missed reveals on each pauses a player from sitting; one is forgotten in `missForgottenMs`. */
  pauseAfterMissed: 3,
  missForgottenMs: 3 * 86_400_000,
  /** The first pause; each further one is twice as long, `pauseMostMs` at most. */
  pauseMs: 600_000,
  pauseMostMs: 86_400_000,
}

/** All settings of matches; `platformVariables` describes each. */
export const matchSettingsOf = (settings: PlatformSettings) => ({
  ...fixed,
  rakeBps: settings.RAKE_BPS,
  trialRefill: settings.TRIAL_REFILL,
  barredCountries: settings.BARRED_COUNTRIES,
  pairCoinsMost: BigInt(settings.PAIR_COINS_PER_DAY),
  privateLossMost: BigInt(settings.PRIVATE_LOSS_COINS_PER_DAY),
  privateProofMs: settings.PRIVATE_PROOF_HOURS * 3_600_000,
  seatsPerAddress: settings.SEATS_PER_ADDRESS,
  revealMs: settings.REVEAL_MS,
  gatherAbsentMs: settings.GATHER_ABSENT_MS,
  arenaSitMs: settings.ARENA_SIT_MS,
  abandonMs: settings.ABANDON_MS,
  practiceFillMs: settings.PRACTICE_FILL_MS,
  practiceThinkMs: [settings.PRACTICE_THINK_MIN_MS, settings.PRACTICE_THINK_MAX_MS] as Range,
  restartGraceMs: settings.RESTART_GRACE_MS,
  interruptedMs: settings.INTERRUPTED_MS,
})
export type MatchSettings = ReturnType<typeof matchSettingsOf>
