import type { Envelope } from '@minefall/shared/contracts'
import type { Answer, ClientMessage, ServerMessage, ServerMessageName } from '@minefall/shared/contracts/live'
import type chat from '../src/i18n/locales/en-US/chat.json'

/** What the widget may ask on its own: a message is written with `write`, which keeps it until it is taken. */
type AskedName = 'chat.open' | 'chat.history' | 'chat.read' | 'chat.typing'
type ToldName = Extract<ServerMessageName, `chat.${string}`>

/** A message of this tab that the server has not taken yet. */
export type Outgoing = {
  /** The same in the message that is shown once it is taken. */
  messageId: string
  text: string
  pictureId: string | null
  /** Local milliseconds since 1970. */
  at: number
  /** Why it is not sent on its own any more, in the player's words; null while it is. */
  problem: string | null
}

/** What is reported over the line. The events of the server come as they are in `docs/protocol.md`. */
export type LineEvents = { [N in ToldName]: ServerMessage<N> } & {
  /** Someone else speaks from now on: nothing that was shown is theirs. `up` follows when the server knows them. */
  player: null
  /** The line is up, again or for the first time: ask for `chat.open`, since what was said in the meantime is not told. */
  up: null
  /** It is down and comes back on its own; what is written in the meantime is kept, and sent then. */
  down: null
  /** What waits to be taken changed. */
  outbox: readonly Outgoing[]
  /** `texts` and `language` are others. */
  language: null
}

/**
 * What the page lends its own widget as `window.supportLine`, there before the widget's script is asked for: the one live
 * connection, without any credential. Colors, spaces and fonts need no lending: the custom properties of the page's root
 * are inherited by what is in a shadow tree, and follow the theme on their own.
 */
export type SupportLine = {
  /** Asks over the live connection. Never rejects: 1503 while the line is down, 1504 where no answer came in time. */
  ask<N extends AskedName>(name: N, payload: ClientMessage<N>): Promise<Envelope<Answer<N>>>
  /** Hears of `name` until the answer is called. */
  on<N extends keyof LineEvents>(name: N, listener: (payload: LineEvents[N]) => void): () => void
  isUp(): boolean
  /** The last `chat.unread`: it may have been told before anyone listened. */
  unread(): number

  /** Writes to support: kept in this tab, sent as soon as the line is up and until it is taken, once for all. */
  write(message: { text: string; pictureId: string | null }): void
  outbox(): readonly Outgoing[]
  /** Sends one with a problem again, under its id. */
  resend(messageId: string): void
  /** Gives one up. */
  discard(messageId: string): void

  /** What is being typed: kept in this tab, over a reload as well, for each player on their own. */
  draft(): string
  keepDraft(text: string): void

  /** Uploads a picture for a message; answers what is wrong in the player's words. Never rejects. */
  upload(file: Blob): Promise<{ pictureId: string } | { problem: string }>
  /** A picture of the conversation; null where it can't be had. Asked for again, it is the same blob. */
  picture(pictureId: string): Promise<Blob | null>

  texts(): typeof chat
  /** The language of `texts`, as `Intl` takes it. */
  language(): string
}

declare global {
  interface Window {
    supportLine?: SupportLine
  }
}
