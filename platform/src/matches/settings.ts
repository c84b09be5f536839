/** Everything about matches that an operator may set. Times are in milliseconds. */
export type MatchSettings = {
  /** The house's share of a pot in hundredths of a percent, frozen into a match when it opens. */
  rakeBps: number
  /** What a trial balance is filled up to before each trial, in whole coins. */
  trialRefill: number
  /** Countries, by their letters, whose people take no seat. */
  barredCountries: readonly string[]
  /** Coins that two accounts may move between them in a day (UTC) before they are not seated together again. */
  pairCoinsMost: bigint
  /** Withdrawable coins that an account may lose at private tables in a day (UTC). */
  privateLossMost: bigint
  /** A session younger than this takes no seat for coins at a private table without a proof; 0 asks for none. */
  privateProofMs: number
  /** Time for all seats to reveal their seeds after the lock. */
  revealMs: number
  /** A gathering seat without presence for this long is freed. */
  gatherAbsentMs: number
  /** A gathering match that nobody sits at for this long is voided and its seed opened. */
  abandonMs: number
  /** From the first person's seat to practice opponents taking the empty ones. */
  practiceFillMs: number
  /** Shortest and longest thinking of a practice opponent. */
  practiceThinkMs: readonly [number, number]
  /** How much of a player's round trip is forgiven at the clock. */
  forgivenessMs: number
  /** A BFF without a beat for this long is silent: its players' clocks stand still. */
  edgeSilentMs: number
  /** A commit slower than this is made up for to the seat whose turn it began. */
  storageSlowMs: number
  /** After a restart no clock runs out sooner than this. */
  restartGraceMs: number
  /** After a hand-over from one node to another no clock runs out sooner than this. */
  handOverGraceMs: number
  /** A hand-over slower than this is made up for to the seat whose turn it is. */
  handOverSlowMs: number
  /** How long decisions in flight are waited for before their shard is handed over; later it is not. */
  handOverSettleMs: number
  /** How long a node that stops tries to hand its shards over. */
  drainMs: number
  /** A journal that takes nothing for this long is away: clocks stand, and the node says so. */
  storageAwayMs: number
  /** A match that stood still for longer than this is voided as interrupted instead of being resumed. */
  interruptedMs: number
  beatMs: number
  /** How long beats of a match go on after its end. */
  beatEndedMs: number
  digestMs: number
  /** How long a lease is good for without renewal, and how often it is renewed. */
  leaseMs: number
  leaseRenewMs: number
  /** First and longest wait between attempts while the database is unreachable. */
  retryMs: readonly [number, number]
  /** How long an ended match stays in memory for resumes and rematches. */
  keepEndedMs: number
  /** Time to agree to a rematch, from the first who asks. */
  rematchMs: number
  /** So many seats of one address (an IPv4 address, an IPv6 /64) may be at a public table for coins or bonus coins. */
  seatsPerAddress: number
  /** From so many missed reveals on each pauses a player from sitting; one is forgotten in `missForgottenMs`. */
  pauseAfterMissed: number
  missForgottenMs: number
  /** The first pause; each further one is twice as long, `pauseMostMs` at most. */
  pauseMs: number
  pauseMostMs: number
}

export const defaultMatchSettings: MatchSettings = {
  rakeBps: 0,
  trialRefill: 1_000,
  barredCountries: [],
  pairCoinsMost: 20_000n,
  privateLossMost: 10_000n,
  privateProofMs: 86_400_000,
  revealMs: 5_000,
  gatherAbsentMs: 30_000,
  abandonMs: 600_000,
  practiceFillMs: 3_000,
  practiceThinkMs: [1_000, 4_000],
  forgivenessMs: 300,
  edgeSilentMs: 1_500,
  storageSlowMs: 500,
  restartGraceMs: 5_000,
  handOverGraceMs: 1_000,
  handOverSlowMs: 250,
  handOverSettleMs: 1_000,
  drainMs: 8_000,
  storageAwayMs: 300,
  interruptedMs: 300_000,
  beatMs: 1_000,
  beatEndedMs: 10_000,
  digestMs: 1_000,
  leaseMs: 6_000,
  leaseRenewMs: 2_000,
  retryMs: [50, 1_000],
  keepEndedMs: 120_000,
  rematchMs: 10_000,
  seatsPerAddress: 2,
  pauseAfterMissed: 3,
  missForgottenMs: 3 * 86_400_000,
  pauseMs: 600_000,
  pauseMostMs: 86_400_000,
}
