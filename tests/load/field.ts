import type { MatchId } from '@minefall/shared/game'
import type { Gate } from './gate.ts'
import type { Dial } from './link.ts'
import type { Match } from './match.ts'
import type { Tally } from './tally.ts'
import type { Thinking } from './thinking.ts'

/** A click that was acknowledged: when it was sent first, and when it was said to be done, in milliseconds. */
export type Accepted = { matchId: MatchId; commandId: string; seq: number; sentAt: number; at: number }

/** What players tell who harms the servers they play on. */
export type Notes = {
  accepted(click: Accepted): void
  /** A connection was lost in a match, or one is there again with the match resumed. `player` is the player's own number. */
  lost(player: number): void
  back(player: number): void
  /** Somebody was told that play stands still, or goes on. */
  paused(player: number, paused: boolean): void
}

/** What all players of a run share. */
export type Field = {
  dial: Dial
  gameId: string
  thinking: Thinking
  gate: Gate
  tally: Tally
  matches: Map<MatchId, Match>
  /** Whether the events of another match can be hashed as well. */
  hashAnother(): boolean
  /** Players come back and ask again as the product's client does, and note it here; null where a loss is a fault. */
  notes: Notes | null
}
