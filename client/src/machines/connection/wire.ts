import type { Envelope } from '@minefall/shared/contracts'
import type { CloseCode } from '@minefall/shared/contracts/live'
import type { Ask, Incoming, Link } from './link.ts'
import { createReport, type MatchMessage, type OtherMessage, type Report } from './report.ts'

/** Messages of the support chat; the unread count belongs to the connection. */
export type ChatMessage = Incoming<'chat.message' | 'chat.typing' | 'chat.read' | 'chat.staffed'>

export type WireSignal =
  /** Connected, again, or on another server: resume what you follow. */
  | { type: 'up' }
  | { type: 'down'; code: CloseCode }
  /** Play and clocks are paused through no fault of a player, or go on. `up` begins without a pause. */
  | { type: 'paused'; paused: boolean }
  /** The tab slept, or a message could not be read: something may be missing. */
  | { type: 'doubt' }
  /** News may have been lost on their way to the server, though the connection held. Matches are repaired without us. */
  | { type: 'missed' }
  | { type: 'message'; message: MatchMessage | OtherMessage }
  | { type: 'chat'; message: ChatMessage }
  /** Of the arena that this connection watches; its pages, which are loaded late, read what it says. */
  | { type: 'arena'; message: Incoming<'arena'> }

/** How other machines use the connection without knowing it. */
export type LivePort = {
  ask: Ask
  isUp(): boolean
  /** Calls back for every signal until the returned function is called. */
  listen(hear: (signal: WireSignal) => void): () => void
  /** Counts a hole in the sequence numbers, reported with the next clock sample. */
  countGap(): void
}

/** The side of the wire that the connection machine holds. */
export type Wire = LivePort & {
  attach(key: number, link: Link): void
  detach(key: number): void
  /** Makes this the link in use. */
  use(key: number): void
  tell(signal: WireSignal): void
  /** Health figures since the last call. */
  takeReport(): Report
  /** Whether a match in play is followed: pings are frequent then. */
  isAtMatch(): boolean
  /** Calls its one listener when that changes. */
  onPace(hear: () => void): void
}

const noConnection: Envelope<never> = { code: 1503, msg: 'no connection', data: null }

/** A wire with no link on it. */
export const createWire = (): Wire => {
  const links = new Map<number, Link>()
  const listeners = new Set<(signal: WireSignal) => void>()
  let current: number | null = null
  let paced = () => {}
  const report = createReport(() => paced())
  return {
    ask: (name, payload, timeoutMs) => {
      const link = current === null ? undefined : links.get(current)
      if (!link) return Promise.resolve(noConnection)
      const answer = link.ask(name, payload, timeoutMs)
      report.asked(name, payload, answer)
      return answer
    },
    isUp: () => current !== null && links.has(current),
    listen: (hear) => {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
    countGap: report.gap,
    attach: (key, link) => links.set(key, link),
    detach: (key) => {
      links.delete(key)
      if (current !== key) return
      current = null
      report.forget()
    },
    use: (key) => {
      if (current !== key) report.forget()
      current = key
    },
    tell: (signal) => {
      if (signal.type === 'message') report.heard(signal.message)
      for (const hear of [...listeners]) hear(signal)
    },
    takeReport: report.take,
    isAtMatch: report.isAtMatch,
    onPace: (hear) => {
      paced = hear
    },
  }
}
