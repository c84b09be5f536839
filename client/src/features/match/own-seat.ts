import type { Table } from '@minefall/shared/contracts/rest'
import type { MatchId } from '@minefall/shared/game'
import type { MatchSearch } from '../../lib/search.ts'
import { lowestStake } from '../../lib/tables.ts'
import type { ConnectionContext } from '../../machines/connection/index.ts'
import type { MatchInput } from '../../machines/match/index.ts'

/**
 * What to ask for at a table's address: the match it names, or a seat for its stake and asset. Where it names none,
 * the table's smallest stake and its first asset are taken. Null while that needs a table that is not here, or has
 * neither. Who sits at the table already comes back to that seat.
 */
export const seatInput = (
  gameId: string,
  { match, stake, asset }: MatchSearch,
  table: Table | null,
): MatchInput | null => {
  if (match) return { kind: 'return', gameId, matchId: match }
  const chosen = { stake: stake ?? (table && lowestStake([table])), asset: asset ?? table?.assets[0] }
  return table && chosen.stake && chosen.asset
    ? { kind: 'join', gameId, stake: chosen.stake, asset: chosen.asset }
    : null
}

type Seated = ConnectionContext['seated']

/**
 * The match in which this player sits by now, to be offered where `matchId` is over: another tab agreed to a rematch, or
 * gave the seed that a void's next match asks for. Null where this tab asked for the rematch, and follows on its own.
 */
export const offeredSeat = (matchId: MatchId, asked: boolean, seated: Seated): Seated =>
  asked || seated?.matchId === matchId ? null : seated
