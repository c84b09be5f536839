import { type ConnectionState, type DeskConnectionHistory, sampleMs } from '@minefall/shared/contracts/desk'

/** How a player's connections were from one moment to another, in milliseconds since 1970. */
export type Span = { state: ConnectionState; from: number; to: number }

type Event = DeskConnectionHistory['events'][number]
type Sample = DeskConnectionHistory['samples'][number]
type Connection = { events: Event[]; samples: Sample[] }

/** A connection that ended is looked for so long before it counts as away. */
const missedMs = 60_000

const byConnection = ({ events, samples }: DeskConnectionHistory): readonly Connection[] => {
  const connections = new Map<string, Connection>()
  const of = ({ edge, connectionId }: Event | Sample) => {
    const key = `${edge} ${connectionId}`
    const connection = connections.get(key) ?? { events: [], samples: [] }
    connections.set(key, connection)
    return connection
  }
  for (const event of events) of(event).events.push(event)
  for (const sample of samples) of(sample).samples.push(sample)
  return [...connections.values()]
}

/** Until when one that is not known to have ended was there: a sample comes every five minutes as long as it is. */
const thereUntil = ({ events, samples }: Connection, to: number): number => {
  const told = Math.max(0, events.at(-1)?.at ?? 0, (samples.at(-1)?.at ?? 0) + sampleMs)
  return to - told <= sampleMs + missedMs ? to : Math.min(told, to)
}

/**
 * Whether a sample shows that someone was there before the first event: what began it is too long ago to be known then. It
 * has the time that its five minutes began at, and they may have connected within those.
 */
const isBefore = ({ at }: Sample, first: Event | undefined): boolean =>
  !first || (at < first.at && (first.kind !== 'connected' || at + sampleMs <= first.at))

const spansOfOne = (connection: Connection, from: number, to: number): readonly Span[] => {
  const { events, samples } = connection
  const spans: Span[] = []
  let now: { state: ConnectionState; from: number } | null = null
  const push = (state: ConnectionState, begin: number, end: number) => {
    const span = { state, from: Math.max(begin, from), to: Math.min(end, to) }
    if (span.to > span.from) spans.push(span)
  }
  const turn = (state: ConnectionState | null, at: number) => {
    if (now) push(now.state, now.from, now.state === 'lost' ? Math.min(at, now.from + missedMs) : at)
    now = state && { state, from: at }
  }
  const [firstEvent, firstSample] = [events[0], samples[0]]
  if (firstSample && isBefore(firstSample, firstEvent)) turn('live', firstSample.at)
  for (const { kind, at, code, detail } of events) {
    const lastedMs = detail.lastedMs ?? 0
    if (kind === 'connected') turn('live', at)
    if (kind === 'lagging') turn('lagging', at)
    if (kind === 'recovered') {
      now ??= { state: 'lagging', from: at - lastedMs }
      turn('live', at)
    }
    if (kind === 'resumed' && now?.state === 'live' && now.from >= at - lastedMs) {
      now = { state: 'resuming', from: now.from }
      turn('live', at)
    }
    if (kind === 'closed' || kind === 'kicked') {
      now ??= { state: 'live', from: at - lastedMs }
      // Without a code it went on as someone else's.
      turn(code === null ? null : 'lost', at)
    }
  }
  turn(null, now?.state === 'lost' ? to : thereUntil(connection, to))
  return spans
}

const order: readonly ConnectionState[] = ['live', 'resuming', 'lagging', 'lost']

/** How a player's connections were, those that matter most last: several at once lie over each other. */
export const spansOf = (history: DeskConnectionHistory): readonly Span[] =>
  byConnection(history)
    .flatMap((connection) => spansOfOne(connection, history.from, history.to))
    .sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || a.from - b.from)

/** How long someone was there at all, in milliseconds. */
export const thereMs = (spans: readonly Span[]): number => {
  let [total, until] = [0, 0]
  for (const { from, to } of spans.filter(({ state }) => state !== 'lost').sort((a, b) => a.from - b.from)) {
    total += Math.max(0, to - Math.max(from, until))
    until = Math.max(until, to)
  }
  return total
}

/** How often a connection ended. */
export const endings = ({ events }: DeskConnectionHistory): number =>
  events.filter(({ code }) => code !== null).length
