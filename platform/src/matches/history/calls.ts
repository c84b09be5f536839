import type { EventOf, GameEvent, MatchState } from '@minefall/shared/game'
import type { Call } from '../../db/index.ts'
import { endedSeats } from './ended-seats.ts'

/** Notes that a match has started, and when. */
export const beginPlay = (matchId: string, startedAt: number): Call => ({
  name: 'begin_play',
  values: [matchId, new Date(startedAt)],
})

/** Notes that a match is over and how it ended for each person's seat, which is what their histories are read from. */
export const endMatch = (
  before: MatchState,
  events: readonly GameEvent[],
  ending: EventOf<'Settled'> | EventOf<'Voided'>,
  captured: boolean,
): Call => {
  const phase = ending.type === 'Settled' ? 'settled' : 'voided'
  const plies = before.moves.length + events.filter(({ type }) => type === 'TileOpened').length
  const players = JSON.stringify(before.table.map((taken) => taken?.player ?? null))
  const seats = endedSeats(before, events, ending, captured)
  return {
    name: 'end_match',
    values: [
      before.matchId,
      phase,
      new Date(ending.at),
      plies,
      players,
      before.asset,
      seats.map(({ holder }) => holder),
      seats.map(({ seat }) => seat),
      seats.map(({ outcome }) => outcome),
      seats.map(({ place }) => place),
      seats.map(({ payout }) => payout),
    ],
  }
}
