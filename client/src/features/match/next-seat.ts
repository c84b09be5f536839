import type { MatchId } from '@minefall/shared/game'
import type { ConnectionContext } from '../../machines/connection/index.ts'

type Seated = ConnectionContext['seated']

/**
 * The match in which this player sits by now, to be offered where another one is over: another tab agreed to a
 * rematch, or gave the seed that a void's next match asks for. Null while this tab follows on its own, or nothing
 * is over.
 */
export const nextSeat = (
  { isOver, matchId, asked }: { isOver: boolean; matchId: MatchId | null; asked: boolean },
  seated: Seated,
): Seated => (isOver && !asked && seated?.matchId !== matchId ? seated : null)
