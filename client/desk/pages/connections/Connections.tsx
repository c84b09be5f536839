import { useNavigate } from '@tanstack/react-router'
import { Pause, Play } from 'lucide-react'
import { useCallback, useDeferredValue, useState } from 'react'
import { z } from 'zod'
import { connectionRows } from '../../connection-rows.ts'
import { useLive, useWatch } from '../../live.ts'
import { usePlace } from '../../place.ts'
import { useMay } from '../../session.ts'
import { TopSlot } from '../../shell/TopSlot.tsx'
import { Button } from '../../ui/Button.tsx'
import { FilterChips } from '../../ui/Chip.tsx'
import type { Sort } from '../../ui/columns.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Field, Select } from '../../ui/Field.tsx'
import { KeyHint } from '../../ui/KeyHint.tsx'
import { moveIn, useKeys } from '../../ui/keys.ts'
import { Bar, Foot, Split } from '../../ui/Layout.tsx'
import { VirtualTable } from '../../ui/VirtualTable.tsx'
import { Loading } from '../../ui/Waiting.tsx'
import { count } from '../../ui/words.ts'
import { Charts } from './Charts.tsx'
import styles from './Connections.module.css'
import { Details } from './Details.tsx'
import { Heard, Silence, Told } from './Heard.tsx'
import { filters } from './order.ts'
import { columns, Row } from './Row.tsx'
import { Totals } from './Totals.tsx'
import { useOrder } from './use-order.ts'

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

const idOf = (id: string) => id

/** Every live connection now: what shows it, and what one can do about it. */
export const Page = () => {
  useWatch()
  const [{ filter, node, q, sort: sortText, row: selected }, setPlace] = usePlace(placeSchema)
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFrozen, setFrozen] = useState(false)
  const isHeard = useLive((state) => state.heardAt !== null)
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
    j: () => select(moveIn(ids, selected, 1)),
    k: () => select(moveIn(ids, selected, -1)),
    Enter: () => toPlayer('players'),
    ...(mayMessage ? { m: () => toPlayer('conversations') } : {}),
    Escape: () => select(null),
  })
  return (
    <Split side={selected !== null && <Details key={selected} id={selected} onClose={() => select(null)} />}>
      <TopSlot>
        <Heard />
        <Button icon={isFrozen ? Play : Pause} aria-pressed={isFrozen} onClick={() => setFrozen(!isFrozen)}>
          {isFrozen ? 'Go on' : 'Freeze order'}
        </Button>
      </TopSlot>
      <Told />
      <Totals filter={filter} onFilter={(next) => setPlace({ filter: next })} />
      <Charts />
      <Silence />
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
      {!isHeard && <Loading what="Asking every node for its connections" />}
      {isHeard && ids.length === 0 && (
        <Empty>{counts.all === 0 ? 'Nobody is connected.' : 'No connection is like this.'}</Empty>
      )}
      {ids.length > 0 && (
        <VirtualTable
          label="Connections"
          columns={columns}
          rows={ids}
          keyOf={idOf}
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
        <span>
          {isFrozen || isPointedAt
            ? 'Rows keep their place while you point at them'
            : 'In order as it changes'}
        </span>
        <span>
          <KeyHint keys="J K" does="move" /> <KeyHint keys="Enter" does="player" />{' '}
          {mayMessage && <KeyHint keys="M" does="message" />} <KeyHint keys="Esc" does="close" />
        </span>
      </Foot>
    </Split>
  )
}
