import { useNavigate } from '@tanstack/react-router'
import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { type ConnectionRows, connectionRows } from '../../connection-rows.ts'
import { useIsReported, useLive, useWatch } from '../../live.ts'
import { usePlace } from '../../queries.ts'
import { useMay } from '../../session.ts'
import { ClosesChart, ConnectionsChart, useTotals } from '../../totals/charts.tsx'
import { Button } from '../../ui/Button.tsx'
import { FilterChips } from '../../ui/Chip.tsx'
import { Field, Select } from '../../ui/Field.tsx'
import { KeyHint, listKeys, useKeys } from '../../ui/KeyHint.tsx'
import { Bar, Foot, Split, TopSlot } from '../../ui/Layout.tsx'
import { Stat, StatStrip } from '../../ui/Stat.tsx'
import { StateDot } from '../../ui/StateDot.tsx'
import { type Sort, VirtualTable } from '../../ui/VirtualTable.tsx'
import { Empty, Loading, Waiting } from '../../ui/Waiting.tsx'
import { count, share } from '../../ui/words.ts'
import styles from './Connections.module.css'
import { Details, LastUpdate, SilentNodes, SpokenCounts } from './Details.tsx'
import { countsOf, type Filter, filters, orderOf, type View } from './order.ts'
import { columns, Row } from './Row.tsx'

/** However often rows are shown, the list is put in order at most once in so many milliseconds. */
const everyMs = 1_000

type Order = { ids: readonly string[]; counts: Record<Filter, number>; nodes: readonly string[] }

const orderNow = (rows: ConnectionRows, view: View): Order => ({
  ids: orderOf(rows, view),
  counts: countsOf(rows),
  nodes: [...new Set(Array.from(rows.values(), ({ edge }) => edge))].sort(),
})

/**
 * The rows to show, in order, as they come and change. While `isHeld` those that are shown stay where they are, and
 * what is new waits; another view is shown at once all the same.
 */
const useOrder = (view: View, isHeld: boolean): Order => {
  const [order, setOrder] = useState(() => orderNow(connectionRows.all(), view))
  const held = useRef(isHeld)
  held.current = isHeld
  const { filter, node, text, sort } = view
  const { by, down } = sort
  useEffect(() => {
    const current: View = { filter, node, text, sort: { by, down } }
    let timer: ReturnType<typeof setTimeout> | null = null
    const put = () => {
      timer = null
      const next = orderNow(connectionRows.all(), current)
      // An empty list holds nothing: the first rows come at once.
      setOrder((before) => (held.current && before.ids.length > 0 ? { ...next, ids: before.ids } : next))
    }
    setOrder(orderNow(connectionRows.all(), current))
    const stop = connectionRows.subscribe(() => {
      timer ??= setTimeout(put, everyMs)
    })
    return () => {
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [filter, node, text, by, down])
  // What waited comes as soon as nothing is held any more.
  useEffect(() => {
    if (!isHeld) setOrder(orderNow(connectionRows.all(), { filter, node, text, sort: { by, down } }))
  }, [isHeld, filter, node, text, by, down])
  return order
}

const states = ['live', 'lagging', 'resuming', 'lost'] as const

const milliseconds = (ms: number | null) => (ms === null ? '–' : Math.round(ms))

/** All connections in figures; states are filters. */
const Totals = ({ filter, onFilter }: { filter: Filter; onFilter: (filter: Filter) => void }) => {
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

/** The last hour: how many were connected, and why connections ended. One axis of minutes, so that a dip stands beside its cause. */
const Charts = () => {
  const totals = useTotals('1h')
  return (
    <section className={styles.charts} aria-label="The last hour">
      {totals.data ? (
        <>
          <ConnectionsChart of={totals.data} />
          <ClosesChart of={totals.data} />
        </>
      ) : (
        <Waiting of={totals} />
      )}
    </section>
  )
}

const placeSchema = z.object({
  filter: z.enum(filters).catch('all'),
  node: z.string().catch(''),
  q: z.string().catch(''),
  /** Such as `state` or `-since`. */
  sort: z.string().catch('-state'),
  row: z.string().nullable().catch(null),
})

const sortOf = (text: string): Sort =>
  text.startsWith('-') ? { by: text.slice(1), down: true } : { by: text, down: false }

const filterNames = {
  all: 'All',
  trouble: 'Trouble',
  live: 'Live',
  lagging: 'Lagging',
  resuming: 'Resuming',
  lost: 'Lost',
  match: 'In a match',
} as const

/** Stands in the place of the list while it is empty: because of the filter, or of `all` connections. */
export const NoRows = ({ all }: { all: number }) => {
  const isReported = useIsReported()
  if (all > 0) return <Empty>No matching connections</Empty>
  if (isReported) return <Empty>No one is connected.</Empty>
  return <Loading what="Asking every node for its connections" />
}

/** Every live connection now: what shows it, and what one can do about it. */
export const Page = () => {
  useWatch()
  const [{ filter, node, q, sort: sortText, row: selected }, setPlace] = usePlace(placeSchema)
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFrozen, setFrozen] = useState(false)
  const mayMessage = useMay('conversations')
  const navigate = useNavigate()
  const sort = sortOf(sortText)
  const text = useDeferredValue(q)
  const { ids, counts, nodes } = useOrder({ filter, node, text, sort }, isPointedAt || isFrozen)

  const select = useCallback((id: string | null) => setPlace({ row: id ?? undefined }), [setPlace])
  const toPlayer = (page: string) => {
    const row = selected === null ? undefined : connectionRows.get(selected)
    if (row) navigate({ to: `/${page}/${encodeURIComponent(row.playerId)}` })
  }
  useKeys({
    ...listKeys(ids, selected, select),
    Enter: () => toPlayer('players'),
    ...(mayMessage ? { m: () => toPlayer('conversations') } : {}),
  })
  return (
    <Split side={selected !== null && <Details key={selected} id={selected} onClose={() => select(null)} />}>
      <TopSlot>
        <LastUpdate />
        <Button
          icon={isFrozen ? 'play' : 'pause'}
          aria-pressed={isFrozen}
          onClick={() => setFrozen(!isFrozen)}
        >
          {isFrozen ? 'Resume order' : 'Freeze order'}
        </Button>
      </TopSlot>
      <SpokenCounts />
      <Totals filter={filter} onFilter={(next) => setPlace({ filter: next })} />
      <Charts />
      <SilentNodes />
      <Bar>
        <div className={styles.find}>
          <Field
            label="Filter rows"
            type="search"
            placeholder="Filter rows: name, id, device, node, reason"
            value={q}
            onChange={({ target }) => setPlace({ q: target.value || undefined })}
          />
        </div>
        <FilterChips
          label="State"
          value={filter}
          options={filters.map((value) => ({ value, label: filterNames[value], count: counts[value] }))}
          onChange={(next) => setPlace({ filter: next })}
        />
        {nodes.length > 1 && (
          <Select
            inline
            label="Node"
            value={node}
            options={[{ value: '', label: 'All' }, ...nodes.map((edge) => ({ value: edge, label: edge }))]}
            onChange={(next) => setPlace({ node: next || undefined })}
          />
        )}
      </Bar>
      {ids.length === 0 && <NoRows all={counts.all} />}
      {ids.length > 0 && (
        <VirtualTable
          label="Connections"
          columns={columns}
          rows={ids}
          Row={Row}
          sort={sort}
          onSort={({ by, down }) => setPlace({ sort: `${down ? '-' : ''}${by}` })}
          selected={selected}
          onPress={select}
          onPointerEnter={() => setPointedAt(true)}
          onPointerLeave={() => setPointedAt(false)}
        />
      )}
      <Foot>
        <span>
          {count(ids.length)} of {count(counts.all)} shown
        </span>
        <span>{isFrozen || isPointedAt ? 'Row order is paused while you point at it' : 'Reorders live'}</span>
        <span>
          <KeyHint keys="J K" does="move" /> <KeyHint keys="Enter" does="player" />{' '}
          {mayMessage && <KeyHint keys="M" does="message" />} <KeyHint keys="Esc" does="close" />
        </span>
      </Foot>
    </Split>
  )
}
