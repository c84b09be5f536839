import {
  evolve,
  type GameEvent,
  initialState,
  type MatchHeader,
  type MatchState,
} from '@minefall/shared/game'

/**
 * A match by moves: entry n is how it stood after n opened tiles, with all that followed from the nth (who went out,
 * whose turn came, how it ended). The next board is dealt with the first tile opened on it, so that the last tile of
 * each board is seen. Entry 0 is the match before its first tile; there is always one.
 */
export const positionsOf = (header: MatchHeader, events: readonly GameEvent[]): readonly MatchState[] => {
  const positions: MatchState[] = []
  let state = initialState(header)
  /** How it stood when the next board was dealt, until a tile is opened there. */
  let played: MatchState | null = null
  for (const event of events) {
    if (event.type === 'TileOpened') {
      positions.push(played ?? state)
      played = null
    }
    if (event.type === 'BoardBegun' && state.moves.length > 0) played ??= state
    state = evolve(state, event)
  }
  return [...positions, state]
}
