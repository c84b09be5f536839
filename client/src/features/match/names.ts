import type { MatchState } from '@minefall/shared/game'
import { shallowEqual } from '@xstate/react'
import { useCallback } from 'react'
import { type MatchActorRef, useMatch } from '../../machines/match/index.ts'

/** Whom a seat is called: `you` for our own, else the player's name; the seat's number where no one sits. */
export const seatName = (
  { table }: Pick<MatchState, 'table'>,
  seat: number,
  own: number | null,
  you: string,
): string => (seat === own ? you : (table[seat]?.player.name ?? String(seat + 1)))

/** Whom the seats of a match are called. */
export const useNameOf = (match: MatchActorRef, you: string): ((seat: number) => string) => {
  // Each move makes a new table; who sits at it stays, and with them all that is labeled by their names.
  const names = useMatch(match, ({ table }) => table.map((seat) => seat?.player.name), shallowEqual)
  const own = useSeat(match)
  return useCallback((seat) => (seat === own ? you : (names[seat] ?? String(seat + 1))), [names, own, you])
}

/** Our seat; null for a watcher. */
export const useSeat = (match: MatchActorRef): number | null =>
  useMatch(match, (_, { context }) => context.seat)

/** Still in a match that runs: going away would cost the stake. */
export const isIn = (state: MatchState, seat: number | null): boolean =>
  seat !== null && state.phase === 'playing' && state.table[seat]?.out === undefined

/** Our own running turn; null while it is not ours. */
export const useOwnTurn = (match: MatchActorRef): MatchState['turn'] =>
  useMatch(match, (state, { context }) =>
    state.turn?.seat === context.seat && isIn(state, context.seat) ? state.turn : null,
  )

/** How many seats are taken. */
export const takenOf = ({ table }: MatchState): number => table.filter(Boolean).length
