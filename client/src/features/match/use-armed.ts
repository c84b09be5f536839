import type { MatchState } from '@minefall/shared/game'
import { useState } from 'react'

/** The tile chosen by the first of two taps; forgotten when the turn is over or the tile is not ours to open. */
export const useArmed = (
  state: MatchState,
  canPlay: boolean,
): readonly [number | null, (tile: number | null) => void] => {
  const turn = state.turn?.turn ?? null
  const [chosen, choose] = useState<{ tile: number; turn: number | null } | null>(null)
  const armed = canPlay && chosen && chosen.turn === turn ? chosen.tile : null
  return [armed, (tile) => choose(tile === null ? null : { tile, turn })]
}
