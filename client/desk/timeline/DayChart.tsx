import type { DeskConnectionHistory } from '@minefall/shared/contracts/desk'
import { chartClock } from '../ui/charts/chart-props.ts'
import { pathThrough, place, timeTicks, valueTicks } from '../ui/charts/scale.ts'
import { useWidth } from '../ui/charts/use-width.ts'
import { stateNames } from '../ui/StateDot.tsx'
import type { Span } from './spans.ts'
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
export const DayChart = ({ history, spans }: { history: DeskConnectionHistory; spans: readonly Span[] }) => {
  const [width, measure] = useWidth()
  const { from, to, samples } = history
  const most = Math.max(200, ...samples.map(({ roundTripMs }) => roundTripMs ?? 0))
  const top = valueTicks(most).at(-1) ?? most
  const x = (at: number) => place(Math.min(Math.max(at, from), to), from, to, width)
  const y = (ms: number) => plotTop + plotHeight - place(ms, 0, top, plotHeight)
  return (
    <div ref={measure} className={styles.day} style={{ height }}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label="Round trips, and how the connections were">
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
