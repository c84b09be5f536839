import type {
  ConnectionEventKind,
  ConnectionState,
  DeskConnectionHistory,
} from '@minefall/shared/contracts/desk'
import { closeWords } from '../ui/close-words.ts'
import { shortId } from '../ui/short-id.ts'
import { lasting } from '../ui/words.ts'

type Event = DeskConnectionHistory['events'][number]

/** What happened, what more is known of it, and which state's sign it has. */
export type EventWords = { title: string; detail: string; state: ConnectionState }

const states: Record<ConnectionEventKind, ConnectionState> = {
  connected: 'live',
  closed: 'lost',
  lagging: 'lagging',
  recovered: 'live',
  resumed: 'resuming',
  kicked: 'lost',
}

/** Less than ten seconds have a tenth. */
const took = (ms: number): string => (ms < 10_000 ? `${(ms / 1_000).toFixed(1)} s` : lasting(ms))

const after = ({ detail: { lastedMs } }: Event): string =>
  lastedMs === undefined ? '' : `after ${took(lastedMs)}`

const titleOf = ({ kind, code, detail }: Event): string => {
  switch (kind) {
    case 'connected':
      return detail.again ? 'Back' : 'Connected'
    case 'closed':
      return code === null ? 'Signed in or out here' : `Closed: ${closeWords[code].toLowerCase()}`
    case 'kicked':
      return 'Kicked'
    case 'lagging':
      return 'Lagging'
    case 'recovered':
      return 'Well again'
    case 'resumed':
      return detail.lastedMs === undefined ? 'Caught up' : `Caught up in ${took(detail.lastedMs)}`
  }
}

const lagOf = ({ detail: { cause, roundTripMs } }: Event): string => {
  if (cause === 'waiting') return 'A ping waits for its answer'
  if (cause === 'shed') return 'Reads too slowly'
  return roundTripMs === undefined ? '' : `Round trip ${Math.round(roundTripMs)} ms`
}

const missedOf = ({ detail: { missed, matchId } }: Event): string => {
  const what =
    missed === 0
      ? 'Nothing missed'
      : missed === undefined
        ? ''
        : `${missed} event${missed === 1 ? '' : 's'} missed`
  return [what, matchId && `match ${shortId(matchId)}`].filter(Boolean).join(', ')
}

const detailOf = (event: Event): string => {
  const { kind, edge, detail } = event
  switch (kind) {
    case 'connected':
      return [detail.device, detail.locale, edge].filter(Boolean).join(', ')
    case 'lagging':
      return lagOf(event)
    case 'resumed':
      return missedOf(event)
    case 'recovered':
      return after(event)
    case 'closed':
    case 'kicked':
      return [edge, after(event)].filter(Boolean).join(', ')
  }
}

export const eventWords = (event: Event): EventWords => ({
  title: titleOf(event),
  detail: detailOf(event),
  state: states[event.kind],
})
