import type { MatchState } from '@minefall/shared/game'
import { useCallback } from 'react'
import { type MatchActorRef, useMatch } from '../../machines/match/index.ts'

/** Whom a seat is called: `you` for our own, else the player's name; the seat's number where nobody sits. */
export const seatName = (
  { table }: Pick<MatchState, 'table'>,
  seat: number,
  own: number | null,
  you: string,
): string => (seat === own ? you : (table[seat]?.player.name ?? String(seat + 1)))

/** Whom the seats of a match are called. */
export const useNameOf = (match: MatchActorRef, you: string): ((seat: number) => string) => {
  const table = useMatch(match, (state) => state.table)
  const own = useSeat(match)
  return useCallback((seat) => seatName({ table }, seat, own, you), [table, own, you])
}

/** Our seat; null for a watcher. */
export const useSeat = (match: MatchActorRef): number | null =>
  useMatch(match, (_, { context }) => context.seat)
