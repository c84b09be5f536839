import { evolve, type GameEvent, type MatchState, rollHash } from '@minefall/shared/game'

/**
 * One thing that happened in a match, with the states around it. `Jumped`: the match is elsewhere than it was last seen
 * (`before`, null at first sight), and what lies between is shown, not played.
 */
export type Fact = {
  type: 'fact'
  event: GameEvent | { type: 'Jumped' }
  before: MatchState | null
  state: MatchState
}

/** Tells each fact once, in order: a match that is followed, or one that is replayed. */
export type Facts = { on(type: 'fact', hear: (fact: Fact) => void): { unsubscribe(): void } }

export const jumped = (before: MatchState | null, state: MatchState): Fact => ({
  type: 'fact',
  event: { type: 'Jumped' },
  before,
  state,
})

/** Our copy of a match and the rolling hash after its last event. */
export type Copy = { state: MatchState; hash: string }

export type Folded = {
  copy: Copy
  /** What was new to us. */
  facts: readonly Fact[]
  /** The copy and the events don't join, or can't: resume. `whole` asks for a snapshot. */
  trouble: null | 'hole' | 'whole'
}

/** Folds events, the first of them number `seq`: older ones are skipped, a hole stops. */
export const foldEvents = (copy: Copy, seq: number, events: readonly GameEvent[]): Folded => {
  const facts: Fact[] = []
  let { state, hash } = copy
  for (const [index, event] of events.entries()) {
    const number = seq + index
    if (number <= state.seq) continue
    if (number !== state.seq + 1) return { copy: { state, hash }, facts, trouble: 'hole' }
    const before = state
    try {
      state = evolve(before, event)
    } catch {
      // An event that can't follow means that our copy is wrong, not that the match is.
      return { copy: { state, hash }, facts, trouble: 'whole' }
    }
    hash = rollHash(hash, event)
    facts.push({ type: 'fact', event, before, state })
  }
  return { copy: { state, hash }, facts, trouble: null }
}

/** More openings than this at once are a return after an absence. */
const followedAtOnce = 2

/** What is reported about facts that came at once. */
export const toldOf = (facts: readonly Fact[]): readonly Fact[] => {
  const [first, last] = [facts.at(0), facts.at(-1)]
  const openings = facts.filter(({ event }) => event.type === 'TileOpened').length
  return first && last && openings > followedAtOnce ? [jumped(first.before, last.state)] : facts
}

/** What a beat says about our copy. */
export const compareBeat = (copy: Copy, beat: { seq: number; hash: string }): null | 'hole' | 'whole' => {
  if (beat.seq > copy.state.seq) return 'hole'
  return beat.seq === copy.state.seq && beat.hash !== copy.hash ? 'whole' : null
}
