import type { MatchId } from '@minefall/shared/game'
import type { Gate } from './gate.ts'
import type { Dial } from './link.ts'
import type { Match } from './match.ts'
import type { Tally } from './tally.ts'

/** What all players of a run share. */
export type Field = {
  dial: Dial
  gameId: string
  thinkMs: number
  gate: Gate
  tally: Tally
  matches: Map<MatchId, Match>
  /** Whether the events of another match can be hashed as well. */
  hashAnother(): boolean
  /** Whether players ping as the product's client does. */
  pings: boolean
}
