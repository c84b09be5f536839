import { bodyCode, type MatchEvents, matchEventsSchema } from '@minefall/shared/contracts'
import type { MatchId } from '@minefall/shared/game'
import { getData } from '../../lib/api.ts'
import { isCallError } from '../../lib/call-error.ts'

/** A match that is over; `live` while it still goes on, `missing` where there is none of that id. */
export type Told = MatchEvents | 'live' | 'missing'

/** `GET /api/game/match/:id/events`. Rejects with a `CallError`. */
export const fetchMatchEvents = async (matchId: MatchId, signal?: AbortSignal): Promise<Told> => {
  try {
    return await getData(`/api/game/match/${matchId}/events`, matchEventsSchema, signal)
  } catch (error) {
    if (isCallError(error) && error.code === bodyCode.wrongPhase) return 'live'
    if (isCallError(error) && error.code === bodyCode.notFound) return 'missing'
    throw error
  }
}
