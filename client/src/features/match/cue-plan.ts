import type { BoardEffect } from '../../board/model/effects.ts'
import type { Cue } from '../../lib/cues.ts'
import type { Touch } from '../../lib/haptics.ts'

export type Played = { cue: Cue; clue?: number; touch?: Touch }

const cuesOf = (effect: BoardEffect, seat: number | null): readonly Played[] => {
  switch (effect.kind) {
    case 'press':
      return [{ cue: 'press', touch: 'press' }]
    case 'open':
      return [{ cue: 'open', clue: effect.clue <= 8 ? effect.clue : 0 }]
    case 'mine':
      return effect.seat === seat
        ? [{ cue: 'mine', touch: 'out' }, { cue: 'out' }]
        : [{ cue: 'mine', touch: 'mine' }]
    case 'board':
      return [{ cue: 'board' }]
    case 'turn':
      return effect.yours ? [{ cue: 'yourTurn', touch: 'yourTurn' }] : [{ cue: 'turn' }]
    case 'jump':
    case 'lift':
    case 'win':
      return []
  }
}

/** What is heard and felt for the board's effects. `seat` is ours, null for a watcher. */
export const cuesFor = (effects: readonly BoardEffect[], seat: number | null): readonly Played[] =>
  effects.flatMap((effect) => cuesOf(effect, seat))

/** The sound of a second passing in our own turn: nothing, a tick in the last five, a double one in the last. */
export const tickFor = (secondsLeft: number): Cue | null => {
  if (secondsLeft > 5 || secondsLeft < 1) return null
  return secondsLeft === 1 ? 'lastTick' : 'tick'
}
