import type { ClientMessage, ClientMessageName, CloseCode } from '@minefall/shared/contracts/live'
import type { MatchId } from '@minefall/shared/game'
import type { LiveAnswer } from '../connection/link.ts'
import type { MatchMessage } from '../connection/report.ts'
import type { Vault } from './secrets.ts'

export type SeatedAt = { matchId: MatchId; gameId: string }

/** What the machine tells its `io` actor to ask; `key` comes back with the answer. */
export type AskEvent = {
  [N in ClientMessageName]: { type: 'ask'; key: string; name: N; payload: ClientMessage<N> }
}[ClientMessageName]

export type IoEvent = AskEvent | { type: 'gap' }

export type Answered = {
  [N in ClientMessageName]: { type: 'answered'; key: string; name: N; envelope: LiveAnswer<N> }
}[ClientMessageName]

/** What the `io` actor tells the machine. */
export type IoReport =
  | Answered
  | { type: 'connection.up' }
  | { type: 'connection.down'; code: CloseCode }
  | { type: 'connection.doubt' }
  | { type: 'play.paused'; paused: boolean }
  | { type: 'server.message'; message: MatchMessage }

/** What the machine is given instead of reaching for it. */
export type MatchTools = {
  /** Local milliseconds since 1970. */
  now(): number
  /** Random bytes as hex. */
  draw(bytes: number): string
  vault: Vault
  /** The live match that the server says this player has a seat in. */
  seated(): SeatedAt | null
}
