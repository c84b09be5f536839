import type { MatchContext, MatchEvent, MatchTag } from './types.ts'

/** The machine's states as `matches` takes them. */
export type MatchStateName =
  | 'joining'
  | 'syncing'
  | 'gathering'
  | 'live'
  | 'suspended'
  | 'finished'
  | 'failed'
  | { gathering: 'seated' | 'standing' | 'sitting' | 'sittingAgain' }
  | { live: 'myTurn' | 'heldTurn' | 'submitting' | 'theirTurn' | 'out' | 'watching' }

/** What a screen reads of a match. */
export type MatchSnapshot = {
  context: MatchContext
  hasTag(tag: MatchTag): boolean
  matches(state: MatchStateName): boolean
}

/**
 * A running match machine. Screens `send` it the events of `MatchEvent` and read it with `useMatch`; Pixi roots,
 * which carry no React context, are handed this value itself.
 */
export type MatchActorRef = {
  send(event: MatchEvent): void
  /** Stops following; the seat, if there is one, is kept. */
  stop(): unknown
  getSnapshot(): MatchSnapshot
  subscribe(listener: (snapshot: MatchSnapshot) => void): { unsubscribe(): void }
}
