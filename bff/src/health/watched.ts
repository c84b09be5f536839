import type { MatchId, PlayerView } from '@minefall/shared/game'

/** What the registry reads of a live connection, over and over. */
export type WatchedConnection = {
  readonly player: { readonly playerId: string; readonly view: PlayerView }
  readonly deviceId: string
  /** Tells a reconnecting tab from a second one. */
  readonly tab: string
  /** Such as `Android, Chrome`. */
  readonly device: string
  readonly locale: string | null
  readonly release: string
  readonly roundTrip: {
    /** Milliseconds; 0 before the first sample. */
    median(): number
    /** The sample taken so many samples ago; 1 is the newest, 12 the oldest. */
    back(by: number): number
    /** The last samples, the newest last. */
    recent(): readonly number[]
    /** Samples there have been. */
    taken(): number
  }
  /** Since when a ping waits for its answer; null when none does. */
  readonly pingSince: number | null
  /** When anything was last heard of it. */
  readonly lastSeenAt: number
  /** What its client last told of itself. */
  readonly reported: { jitterMs: number | null; unacknowledged: number; seqLag: number }
  readonly outbox: { queued(): number }
  readonly follows: ReadonlyMap<
    MatchId,
    { matchId: MatchId; seat: number | null; state: 'resuming' | 'streaming' | 'shed' }
  >
}
