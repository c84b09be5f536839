import {
  type ConnectionEventKind,
  type ConnectionState,
  type DeskConnectionHistory,
  deskCalls,
} from '@minefall/shared/contracts/desk'
import { useState } from 'react'
import { useRead } from '../queries.ts'
import { Button } from '../ui/Button.tsx'
import { pathThrough, place, timeTicks, valueTicks } from '../ui/charts/marks.tsx'
import { chartClock, useWidth } from '../ui/charts/series.ts'
import { Section } from '../ui/Layout.tsx'
import { StateDot, stateNames } from '../ui/StateDot.tsx'
import { Time } from '../ui/Time.tsx'
import { Empty, Waiting } from '../ui/Waiting.tsx'
import { closeWords, count, lasting, shortId, unknownPlayer } from '../ui/words.ts'
import { endings, type Span, spansOf, thereMs } from './spans.ts'
import styles from './Timeline.module.css'

const [plotTop, plotHeight, stripTop, stripHeight, height] = [12, 46, 66, 16, 98]

type Sample = DeskConnectionHistory['samples'][number]

/** Samples of one connection that follow one another, as they are drawn in one stroke. */
const strokes = (samples: readonly Sample[]): readonly (readonly Sample[])[] => {
  const last = new Map<string, Sample[]>()
  const all: Sample[][] = []
  for (const sample of samples) {
    if (sample.roundTripMs === null) continue
    const key = `${sample.edge} ${sample.connectionId}`
    const run = last.get(key)
    const before = run?.at(-1)
    if (run && before && sample.at - before.at <= 450_000) run.push(sample)
    else {
      const fresh = [sample]
      last.set(key, fresh)
      all.push(fresh)
    }
  }
  return all
}

/** Round trips over a day, and below them how the connections were. */
const DayChart = ({ history, spans }: { history: DeskConnectionHistory; spans: readonly Span[] }) => {
  const [width, measure] = useWidth()
  const { from, to, samples } = history
  const most = Math.max(200, ...samples.map(({ roundTripMs }) => roundTripMs ?? 0))
  const top = valueTicks(most).at(-1) ?? most
  const x = (at: number) => place(Math.min(Math.max(at, from), to), from, to, width)
  const y = (ms: number) => plotTop + plotHeight - place(ms, 0, top, plotHeight)
  return (
    <div ref={measure} className={styles.day} style={{ height }}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label="Round trips and connection states">
          {[0, top / 2, top].map((value) => (
            <line key={value} className={styles.grid} x1="0" x2={width} y1={y(value)} y2={y(value)} />
          ))}
          <text x="0" y={plotTop - 3}>
            {top} ms
          </text>
          {strokes(samples).map((run) => {
            const points = run.flatMap(({ at, roundTripMs }) => {
              const height = y(roundTripMs ?? 0)
              return [[x(at), height] as const, [Math.max(x(at) + 1, x(at + 300_000)), height] as const]
            })
            const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0]
            const under = [...points, [last, y(0)] as const, [first, y(0)] as const]
            return (
              <g key={`${run[0]?.edge} ${run[0]?.connectionId} ${run[0]?.at}`}>
                <path className={styles.under} d={`${pathThrough(under)}Z`} />
                <path className={styles.line} d={pathThrough(points)} />
              </g>
            )
          })}
          <rect className={styles.away} x="0" y={stripTop} width={width} height={stripHeight} rx="3" />
          {spans.map(({ state, from: begin, to: end }) => (
            <rect
              key={`${state} ${begin} ${end}`}
              className={styles[state]}
              x={Math.min(x(begin), width - 1.5)}
              y={stripTop}
              width={Math.max(1.5, x(end) - x(begin))}
              height={stripHeight}
            >
              <title>{`${stateNames[state]}, ${chartClock.format(begin)} to ${chartClock.format(end)}`}</title>
            </rect>
          ))}
          {timeTicks(from, to, Math.max(1, Math.floor(width / 72))).map((at) => {
            const anchor = x(at) < 18 ? 'start' : x(at) > width - 18 ? 'end' : 'middle'
            return (
              <text key={at} x={x(at)} y={height - 4} textAnchor={anchor}>
                {chartClock.format(at)}
              </text>
            )
          })}
        </svg>
      )}
    </div>
  )
}

type Event = DeskConnectionHistory['events'][number]

/** What happened, what more is known of it, and which state's sign it has. */
type EventWords = { title: string; detail: string; state: ConnectionState }

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
      return 'Recovered'
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

/** As often as BFFs tell of what happened, in milliseconds. */
const everyMs = 5_000

const shownAtOnce = 50

const dayAgo = (at: number, now: number) => now - at > 12 * 3_600_000

const Events = ({ history: { events, to, isCut } }: { history: DeskConnectionHistory }) => {
  const [shown, show] = useState(shownAtOnce)
  const newest = [...events].reverse()
  return (
    <>
      <ol className={styles.events}>
        {newest.slice(0, shown).map((event) => {
          const { title, detail, state } = eventWords(event)
          return (
            <li key={`${event.edge} ${event.connectionId} ${event.at} ${event.kind}`}>
              <span className={styles.at}>
                <Time at={event.at} as={dayAgo(event.at, to) ? 'day' : 'clock'} />
              </span>
              <StateDot state={state}>
                <b className={styles.title}>{title}</b>
              </StateDot>
              {detail !== '' && <span className={styles.detail}>{detail}</span>}
            </li>
          )
        })}
      </ol>
      {newest.length > shown && (
        <p className={styles.more}>
          <Button small onClick={() => show(shown + shownAtOnce)}>
            Show more
          </Button>
          {count(newest.length - shown)} older
        </p>
      )}
      {newest.length <= shown && isCut && <p className={styles.more}>Older ones aren’t shown.</p>}
    </>
  )
}

/** A player's connections over the last day: round trips and states as a picture, and all that happened, the newest first. */
export const Timeline = ({ playerId }: { playerId: string }) => {
  const read = useRead(deskCalls.playerConnections, { params: { id: playerId } }, { everyMs })
  const history = read.data
  if (!history)
    return (
      <Section title="Connections">
        <Waiting of={read} words={unknownPlayer} />
      </Section>
    )
  const spans = spansOf(history)
  const ended = endings(history)
  const hours = Math.round((history.to - history.from) / 3_600_000)
  return (
    <>
      <Section
        title={`Last ${count(hours)} hours`}
        note={`${lasting(thereMs(spans))} there, ended ${ended === 1 ? 'once' : `${count(ended)} times`}`}
      >
        <DayChart history={history} spans={spans} />
      </Section>
      <Section title="Timeline" note="Newest first">
        {history.events.length === 0 ? (
          <Empty>No connection in the last {count(hours)} hours.</Empty>
        ) : (
          <Events history={history} />
        )}
      </Section>
    </>
  )
}
