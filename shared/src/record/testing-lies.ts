import { decide, foldEvents, type GameEvent, initialState, type VoidReason } from '../game/index.ts'
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

/** A record of the house whose match was called off after so many of its events, for whatever reason. */
export const calledOff = ({ document }: MatchRecord, after: number, reason: VoidReason): Document => {
  const { header, log } = document
  const events = document.events.slice(0, after)
  const state = foldEvents(initialState(header), events)
  const end = document.events.at(-1)
  if (end?.type !== 'Settled' && end?.type !== 'Voided') throw new Error('the match is not over')
  const at = Math.max(events.at(-1)?.at ?? 0, state.lock?.revealBy ?? 0)
  const decision = decide(state, { type: 'void', at, reason: 'interrupted', serverSeed: end.serverSeed })
  if (!decision.ok) throw new Error(decision.refusal)
  return {
    ...document,
    events: [...events, ...decision.events.map((event) => ({ ...event, reason }) as GameEvent)],
    log: log.filter(({ kind }) => kind !== 'locked' || state.lock !== null),
  }
}

/** After which events a match may be called off for which of these reasons, if any. */
export const callings = ({ events }: Document): { after: number; borneOut: VoidReason | null }[] => {
  const first = (type: GameEvent['type']) => events.findIndex((event) => event.type === type)
  const [locked, picked] = [first('Locked'), first('TilePicked')]
  return [
    { after: locked, borneOut: 'abandoned' },
    { after: locked + 1, borneOut: 'seed-missing' },
    { after: first('Started'), borneOut: null },
    { after: first('TurnStarted') + 1, borneOut: null },
    ...(picked < 0 ? [] : [{ after: picked + 1, borneOut: 'link-missing' as const }]),
  ]
}
