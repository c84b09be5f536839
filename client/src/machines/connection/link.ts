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
import { type EventObject, fromCallback } from 'xstate'
import type { MatchMessage, OtherMessage } from './report.ts'
import type { ChatMessage, Wire } from './wire.ts'

type LinkEvent =
  | { type: 'link.opened'; key: number }
  | { type: 'link.message'; key: number; message: Incoming }
  | { type: 'link.bad'; key: number; name: string; problem: string }
  | { type: 'link.closed'; key: number; code: CloseCode | null }

/**
 * `token` is the session the link is opened for; null is this browser's guest. `release` is the page's, null before
 * the first welcome; `seated` says whether the player has a seat in a live match.
 */
export type LinkInput = {
  key: number
  token: string | null
  release: string | null
  seated: boolean
  wire: Wire
}

const isOfMatch = (message: Incoming): message is MatchMessage | OtherMessage =>
  message.name.startsWith('match.')
const isOfChat = (message: Incoming): message is ChatMessage =>
  message.name.startsWith('chat.') && message.name !== 'chat.unread'

/**
 * One link as an actor: opened when it starts, closed when it stops. Messages of matches, chat and arenas go to the wire, all
 * others to the machine. `load` loads the socket's code, its own chunk; a failed load counts as a failed attempt.
 */
export const createLinkActor = (load: () => Promise<OpenLink>, visitor: (input: LinkInput) => Visitor) =>
  fromCallback<EventObject, LinkInput>(({ input, sendBack }) => {
    const { key, wire } = input
    const tell = (event: LinkEvent) => sendBack(event)
    let stopped = false
    let close = () => {}
    load().then(
      (openLink) => {
        if (stopped) return
        const link = openLink(visitor(input), (report) => {
          if (stopped) return
          switch (report.type) {
            case 'message':
              if (isOfMatch(report.message)) wire.tell({ type: 'message', message: report.message })
              else if (isOfChat(report.message)) wire.tell({ type: 'chat', message: report.message })
              else if (report.message.name === 'arena') wire.tell({ type: 'arena', message: report.message })
              else tell({ type: 'link.message', key, message: report.message })
              return
            case 'opened':
              tell({ type: 'link.opened', key })
              return
            case 'bad':
              console.warn(`live: ${report.name} could not be read`, report.problem)
              tell({ type: 'link.bad', key, name: report.name, problem: report.problem })
              return
            case 'closed':
              tell({ type: 'link.closed', key, code: report.code })
              return
          }
        })
        close = link.close
        wire.attach(key, link)
      },
      () => {
        if (!stopped) tell({ type: 'link.closed', key, code: null })
      },
    )
    return () => {
      stopped = true
      wire.detach(key)
      close()
    }
  })

/** The first pause is drawn from [0, 300 ms); each attempt doubles the bound. */
const firstBoundMs = 300
/** Players in a match want it back at once: a restarted server is found in half a second. */
const eagerAttempts = 20
const eagerCapMs = 1_000
const patientCapMs = 8_000

/**
 * The pause before attempt `attempt` (from 0) in milliseconds: exponential with full jitter, so that a server's
 * restart does not bring everyone back in the same instant. `random` gives numbers in [0, 1).
 */
export const backoffMs = (attempt: number, random: () => number): number => {
  const cap = attempt < eagerAttempts ? eagerCapMs : patientCapMs
  return Math.floor(random() * Math.min(cap, firstBoundMs * 2 ** attempt))
}

/** What a link reports: a packed move arrives as its events. */
type ReportedName = Exclude<ServerMessageName, 'm'>

/** A parsed message of the server, its name deciding its payload. */
export type Incoming<N extends ReportedName = ReportedName> = {
  [M in N]: { name: M; payload: ServerMessage<M> }
}[N]

/** Sends a request. Always resolves: 1503 without a connection, 1504 without an answer in time. */
export type Ask = <N extends ClientMessageName>(
  name: N,
  payload: ClientMessage<N>,
  timeoutMs?: number,
) => Promise<LiveAnswer<N>>

/** An answer; `detail` is the data of a refusal, whose shape depends on its code. */
export type LiveAnswer<N extends ClientMessageName> = Envelope<Answer<N>> & { detail?: unknown }

/** Events of a link; none after `closed`. */
export type LinkReport =
  /** The server has taken the connection; until its welcome it may wait there in line. */
  | { type: 'opened' }
  | { type: 'message'; message: Incoming }
  /** A message the contract does not know: logged, and a reason to resume. */
  | { type: 'bad'; name: string; problem: string }
  /** `code` is null when the server could not be reached at all. */
  | { type: 'closed'; code: CloseCode | null }

/** One socket, for one attempt: it never reconnects on its own. */
export type Link = { ask: Ask; close(): void }

/** Who asks; the link adds the version of the protocol that it speaks. */
type Visitor = Omit<Handshake, 'protocol'>

export type OpenLink = (visitor: Visitor, report: (report: LinkReport) => void) => Link
