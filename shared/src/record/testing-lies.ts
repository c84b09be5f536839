import type { GameEvent } from '../game/index.ts'
import type { MatchRecord } from './verify.ts'

type Document = MatchRecord['document']

/** For tests alone: records of a house that is honest, changed as one that is not would write them. */

const isStrike = (event: GameEvent): boolean => {
  switch (event.type) {
    case 'TilePicked':
      return event.by === 'clock'
    case 'TileOpened':
      // What the clock picked is drawn later.
      return event.by === 'clock' && event.link === undefined
    case 'SeatOut':
      return event.reason === 'idle'
    case 'Voided':
      return event.reason === 'idle' || event.reason === 'seed-missing'
    default:
      return false
  }
}

/** A record of the house as often as a clock struck in it, each time with that stroke a millisecond early. */
export const struckEarly = ({ document }: MatchRecord): { struck: GameEvent; early: Document }[] => {
  const { events } = document
  const strokes = events.filter((event, index) => isStrike(event) && events[index - 1]?.at !== event.at)
  return strokes.map((struck) => {
    const earlier = (event: GameEvent): GameEvent => {
      if (event.at !== struck.at) return event
      const at = event.at - 1
      return event.type === 'TurnStarted' ? { ...event, at, deadline: event.deadline - 1 } : { ...event, at }
    }
    return { struck, early: { ...document, events: events.map(earlier) } }
  })
}
