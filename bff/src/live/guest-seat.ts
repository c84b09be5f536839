import type { MatchId } from '@minefall/shared/game'
import type { Identification, Player } from './connection.ts'

/** As whom a socket acts in a match: its player, or the guest it was when it took its seat there. */
export const playerIn = (
  { player, guestSeat }: Pick<Identification, 'player' | 'guestSeat'>,
  matchId: MatchId,
): Player => (guestSeat?.matchId === matchId ? guestSeat.guest : player)

/** The live match that this socket has a seat in: its player's, or else its guest's. */
export const seatedAs = ({
  player,
  guestSeat,
}: Pick<Identification, 'player' | 'guestSeat'>): Player['seated'] => {
  if (player.seated || !guestSeat) return player.seated
  const { seated } = guestSeat.guest
  return seated?.matchId === guestSeat.matchId ? seated : null
}
