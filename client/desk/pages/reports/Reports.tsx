import { type DeskReport, deskCalls } from '@minefall/shared/contracts/desk'
import { reportCategories } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import { useLive } from '../../live.ts'
import { usePlace } from '../../place.ts'
import { usePages } from '../../queries.ts'
import { FilterChips } from '../../ui/Chip.tsx'
import type { Column } from '../../ui/columns.tsx'
import { Select } from '../../ui/Field.tsx'
import { KeyHint } from '../../ui/KeyHint.tsx'
import { moveIn, useKeys } from '../../ui/keys.ts'
import { Bar, Foot, Split } from '../../ui/Layout.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { shortId } from '../../ui/short-id.ts'
import { Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { Report } from './Report.tsx'
import styles from './reports.module.css'
import { categories } from './words.ts'

const placeSchema = z.object({
  status: z.enum(['open', 'closed']).catch('open'),
  category: z.enum(['all', ...reportCategories]).catch('all'),
  report: z.uuid().nullable().catch(null),
})

const columns: readonly Column<DeskReport>[] = [
  {
    id: 'number',
    title: 'Report',
    opens: true,
    cell: ({ number }) => <span className={styles.number}>{number}</span>,
  },
  { id: 'at', title: 'When', cell: ({ at }) => <Time at={at} as="day" /> },
  { id: 'category', title: 'About', cell: ({ category }) => categories[category] },
  {
    id: 'player',
    title: 'Player',
    cell: ({ player }) => (player ? <bdi>{player.nickname}</bdi> : 'A visitor'),
  },
  { id: 'match', title: 'Match', cell: ({ matchId }) => (matchId ? shortId(matchId) : '–') },
  {
    id: 'excerpt',
    title: 'What they wrote',
    cell: ({ excerpt }) => <bdi className={styles.excerpt}>{excerpt}</bdi>,
  },
  { id: 'by', title: 'Closed by', cell: ({ closed }) => closed?.name ?? '–' },
]

/** Problems that people reported. */
export const Page = () => {
  const [{ status, category, report }, setPlace] = usePlace(placeSchema)
  const query = { status, category: category === 'all' ? null : category }
  const reports = usePages(deskCalls.reports, { query })
  const open = useLive(({ counts }) => counts.reports)
  const ids = reports.rows.map(({ id }) => id)
  const select = (id: string | null) => setPlace({ report: id ?? undefined })
  useKeys({
    j: () => select(moveIn(ids, report, 1)),
    k: () => select(moveIn(ids, report, -1)),
    Escape: () => select(null),
  })
  return (
    <Split side={report !== null && <Report key={report} id={report} onClose={() => select(null)} />}>
      <Bar>
        <FilterChips
          label="Which reports"
          options={[
            { value: 'open', label: 'Open', count: open },
            { value: 'closed', label: 'Closed' },
          ]}
          value={status}
          onChange={(value) => setPlace({ status: value, report: undefined })}
        />
        <Select
          inline
          label="About"
          value={category}
          options={[
            { value: 'all', label: 'Everything' },
            ...reportCategories.map((value) => ({ value, label: categories[value] })),
          ]}
          onChange={(value) => setPlace({ category: value })}
        />
      </Bar>
      {reports.data ? (
        <div className={styles.list}>
          <Table
            label="Reports"
            columns={columns}
            rows={reports.rows}
            keyOf={({ id }) => id}
            selected={report}
            onPress={({ id }) => select(id)}
            empty={status === 'open' ? 'Nobody waits for a look.' : 'Nothing was closed yet.'}
          />
          <Pager of={reports} />
        </div>
      ) : (
        <Waiting of={reports} />
      )}
      <Foot>
        <span>{status === 'open' ? 'Oldest first' : 'Newest first'}</span>
        <KeyHint keys="J K" does="move" />
      </Foot>
    </Split>
  )
}
