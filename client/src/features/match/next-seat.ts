import type { ConnectionContext } from '../../machines/connection/index.ts'
import type { MatchContext } from '../../machines/match/index.ts'

type Seated = ConnectionContext['seated']

/**
 * The match in which this player sits by now, to be offered where another one is over: another tab agreed to a
 * rematch, or gave the seed that a void's next match asks for. Null while this tab follows by itself, or nothing
 * is over.
 */
export const nextSeat = (
  { state, matchId, rematch }: Pick<MatchContext, 'state' | 'matchId' | 'rematch'>,
  seated: Seated,
): Seated => {
  if (!state?.result || !seated || seated.matchId === matchId || rematch?.asked) return null
  return seated
}
