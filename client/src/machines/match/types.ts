import type { CloseCode, Presence } from '@minefall/shared/contracts/live'
import type { Asset, Coins, MatchId, MatchState } from '@minefall/shared/game'
import type { Refused } from '../../lib/refused.ts'
import type { Fact } from './facts.ts'

/** A move of ours: `sent` until the server has it in its journal, then `committed`; seen by all once its event is here. */
export type PendingMove = { commandId: string; turn: number; tile: number; stage: 'sent' | 'committed' }

/** The client's own check of what the server proves while the match runs. */
export type Proof = {
  status: 'checking' | 'verified' | 'failed'
  /** What failed, a `ProofReason`; a code, not a text. */
  reason: string | null
  /** The turns whose tiles were checked. */
  turns: ReadonlySet<number>
  /** What was claimed and failed, for the evidence, where the state does not have it. */
  claim?: unknown
}

/** The state of the match machine. It never decides outcomes: `state` is the fold of the server's events. */
export type MatchContext = {
  gameId: string
  stake: Coins
  asset: Asset
  /** Null while looking for a table. */
  matchId: MatchId | null
  state: MatchState | null
  /** Our seat number; null for a watcher. */
  seat: number | null
  /** A private table, found by its link alone. */
  isPrivate: boolean
  /** The table was found by passing over others because of kept-apart accounts. */
  apart: boolean
  /** The seat belongs to the guest we were before signing in: no rematch follows. */
  asGuest: boolean
  pending: PendingMove | null
  /** By seat number. */
  presence: readonly Presence[]
  /** How many watch, ourselves among them where we have no seat. */
  watchers: number
  /** Shown for a moment each. */
  emotes: readonly { key: number; seat: number; emote: string }[]
  rematch: { agreed: readonly number[]; until: number; next: MatchId | null; asked: boolean } | null
  proof: Proof
  /** The last refusal to show. */
  refused: Refused | null
  /** Why the match is suspended. */
  suspendedBy: CloseCode | null
  /** Play and clocks are paused through no fault of a player. */
  paused: boolean
}

/**
 * States: `joining` (finding a table, sitting), `syncing` (first follow or resume), `gathering` (`seated`,
 * `standing` at a linked table, `sitting` down there), `live`, `suspended` (no connection), `finished`, `failed`
 * (not found, refused, proof failed). Tags are for the UI.
 */
export type MatchTag = 'sitting' | 'suspended' | 'finished' | 'failed' | 'loading'

export type MatchInput =
  | { kind: 'join'; gameId: string; stake: Coins; asset: Asset }
  | { kind: 'return'; gameId: string; matchId: MatchId }

export type MatchEvent =
  | { type: 'tile.press'; tile: number }
  /** Sits down at the watched match. */
  | { type: 'seat.take' }
  | { type: 'match.leave' }
  | { type: 'match.retry' }
  | { type: 'emote.send'; emote: string }
  | { type: 'rematch.ask' }

/** Events for listeners: facts, shown emotes, refusals. */
export type Emitted =
  | Fact
  | { type: 'emote'; seat: number; emote: string }
  | { type: 'refusal'; refused: Refused }
