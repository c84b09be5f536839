import { evolve, type GameEvent, type MatchState, rollHash } from '@minefall/shared/game'

/** Our copy of a match and the rolling hash after its last event. */
export type Copy = { state: MatchState; hash: string }

export type Folded = {
  copy: Copy
  /** What was new to us, each with the state after it. */
  applied: readonly { event: GameEvent; state: MatchState }[]
  /** The copy and the events don't join, or can't: resume. `whole` asks for a snapshot. */
  trouble: null | 'hole' | 'whole'
}

/** Folds events, the first of them number `seq`: older ones are skipped, a hole stops. */
export const foldEvents = (copy: Copy, seq: number, events: readonly GameEvent[]): Folded => {
  const applied: { event: GameEvent; state: MatchState }[] = []
  let { state, hash } = copy
  for (const [index, event] of events.entries()) {
    const number = seq + index
    if (number <= state.seq) continue
    if (number !== state.seq + 1) return { copy: { state, hash }, applied, trouble: 'hole' }
    try {
      state = evolve(state, event)
    } catch {
      // An event that can't follow means that our copy is wrong, not that the match is.
      return { copy: { state, hash }, applied, trouble: 'whole' }
    }
    hash = rollHash(hash, event)
    applied.push({ event, state })
  }
  return { copy: { state, hash }, applied, trouble: null }
}

/** What a beat says about our copy. */
export const compareBeat = (copy: Copy, beat: { seq: number; hash: string }): null | 'hole' | 'whole' => {
  if (beat.seq > copy.state.seq) return 'hole'
  return beat.seq === copy.state.seq && beat.hash !== copy.hash ? 'whole' : null
}
