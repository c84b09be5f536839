import type { MatchState } from '@minefall/shared/game'

/** Whom a seat is called: `you` for our own, else the player's name; the seat's number where nobody sits. */
export const seatName = (state: MatchState, seat: number, own: number | null, you: string): string =>
  seat === own ? you : (state.table[seat]?.player.name ?? String(seat + 1))
