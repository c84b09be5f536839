import type { Envelope } from '@minefall/shared/contracts'
import type {
  Answer,
  ClientMessage,
  ClientMessageName,
  CloseCode,
  Handshake,
  ServerMessage,
  ServerMessageName,
} from '@minefall/shared/contracts/live'

/** What a link tells of: a packed move comes unpacked, as the events it stands for. */
type Told = Exclude<ServerMessageName, 'm'>

/** A parsed message of the server, its name deciding its payload. */
export type Incoming<N extends Told = Told> = {
  [M in N]: { name: M; payload: ServerMessage<M> }
}[N]

/** Asks the server one thing. Resolves always: no connection is 1503, no answer in time 1504. */
export type Ask = <N extends ClientMessageName>(
  name: N,
  payload: ClientMessage<N>,
  timeoutMs?: number,
) => Promise<LiveAnswer<N>>

/** An answer; `detail` is a refusal's data, whose shape depends on its code. */
export type LiveAnswer<N extends ClientMessageName> = Envelope<Answer<N>> & { detail?: unknown }

/** What a link tells while it lives; after `closed` it tells nothing more. */
export type LinkReport =
  | { type: 'message'; message: Incoming }
  /** A message that the contract does not know: logged, and a reason to resume. */
  | { type: 'bad'; name: string; problem: string }
  /** `code` is null when the server could not be reached at all. */
  | { type: 'closed'; code: CloseCode | null }

/** One socket, for one attempt: it never reconnects by itself. */
export type Link = { ask: Ask; close(): void }

/** Who asks; the link adds the version of the protocol that it speaks. */
export type Visitor = Omit<Handshake, 'protocol'>

export type OpenLink = (visitor: Visitor, report: (report: LinkReport) => void) => Link
