import { evolve, type GameEvent, type MatchState, rollHash } from '@minefall/shared/game'

/**
 * One thing that happened in a match, with the states around it. `Jumped`: the match is not where it was last seen
 * (`before`, null at first), and what lies between is shown, not animated.
 */
export type Fact = {
  type: 'fact'
  event: GameEvent | { type: 'Jumped' }
  before: MatchState | null
  state: MatchState
}

/** Emits each fact once, in order, of a followed or replayed match. */
export type Facts = { on(type: 'fact', hear: (fact: Fact) => void): { unsubscribe(): void } }

export const jumped = (before: MatchState | null, state: MatchState): Fact => ({
  type: 'fact',
  event: { type: 'Jumped' },
  before,
  state,
})

/** Our state of a match and the rolling hash after its last event. */
export type Copy = { state: MatchState; hash: string }

export type Folded = {
  copy: Copy
  /** What was new to us. */
  facts: readonly Fact[]
  /** State and events don't join: resume. `whole` asks for a snapshot. */
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
      // An event that can't follow means that our state is wrong, not the match.
      return { copy: { state, hash }, facts, trouble: 'whole' }
    }
    hash = rollHash(hash, event)
    facts.push({ type: 'fact', event, before, state })
  }
  return { copy: { state, hash }, facts, trouble: null }
}

/** More openings than this at once mean a return after an absence. */
const followedAtOnce = 2

/** The facts of events that arrived together. */
export const condenseFacts = (facts: readonly Fact[]): readonly Fact[] => {
  const [first, last] = [facts.at(0), facts.at(-1)]
  const openings = facts.filter(({ event }) => event.type === 'TileOpened').length
  return first && last && openings > followedAtOnce ? [jumped(first.before, last.state)] : facts
}

/** What a beat means for our state. */
export const compareBeat = (copy: Copy, beat: { seq: number; hash: string }): null | 'hole' | 'whole' => {
  if (beat.seq > copy.state.seq) return 'hole'
  return beat.seq === copy.state.seq && beat.hash !== copy.hash ? 'whole' : null
}
