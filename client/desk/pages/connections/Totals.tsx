import { useLive } from '../../live.ts'
import { Stat, StatStrip } from '../../ui/Stat.tsx'
import { StateDot } from '../../ui/StateDot.tsx'
import { count, share } from '../../ui/words.ts'
import type { Filter } from './order.ts'

const states = ['live', 'lagging', 'resuming', 'lost'] as const

const milliseconds = (ms: number | null) => (ms === null ? '–' : Math.round(ms))

/** All connections in figures; states are filters. */
export const Totals = ({ filter, onFilter }: { filter: Filter; onFilter: (filter: Filter) => void }) => {
  const totals = useLive((state) => state.totals)
  const all = totals ? totals.live + totals.lagging + totals.resuming : 0
  const press = (value: Filter) => ({
    pressed: filter === value,
    onPress: () => onFilter(filter === value ? 'all' : value),
  })
  return (
    <StatStrip label="Totals">
      <Stat name="Connections" value={totals ? count(all) : '–'} {...press('all')} />
      {states.map((state) => (
        <Stat
          key={state}
          name={<StateDot state={state} />}
          value={totals ? count(totals[state]) : '–'}
          note={state === 'lost' ? 'last 60 s' : totals && share(totals[state], all)}
          {...press(state)}
        />
      ))}
      <Stat
        name="Round trip"
        value={totals ? milliseconds(totals.p50) : '–'}
        note={totals && `ms p50, ${milliseconds(totals.p95)} p95`}
      />
      <Stat
        name="Back within 5 s"
        value={totals ? share(totals.backSoon, totals.reconnects) : '–'}
        note={totals && `of ${count(totals.reconnects)} in 1 h`}
      />
      <Stat
        name="In a match"
        value={totals ? count(totals.inMatch) : '–'}
        note={totals && `in ${count(totals.matches)}`}
        {...press('match')}
      />
    </StatStrip>
  )
}
