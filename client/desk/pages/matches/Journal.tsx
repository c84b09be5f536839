import type { DeskMatchDetail, DeskMatchEvent } from '@minefall/shared/contracts'
import type { Column } from '../../ui/columns.tsx'
import { Section } from '../../ui/Layout.tsx'
import { Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { eventDetail, eventName } from './words.ts'

const columnsOf = ({ taken, rules }: DeskMatchDetail): readonly Column<DeskMatchEvent>[] => [
  { id: 'seq', title: 'No.', cell: ({ seq }) => seq },
  { id: 'at', title: 'At', cell: ({ at }) => (at === null ? '–' : <Time at={at} as="clock" />) },
  { id: 'what', title: 'What', cell: eventName },
  {
    id: 'who',
    title: 'Who',
    cell: ({ seat }) =>
      seat === null ? '' : <bdi>{taken.find((one) => one.seat === seat)?.name ?? `Seat ${seat + 1}`}</bdi>,
  },
  { id: 'detail', title: 'Besides', cell: (event) => eventDetail(event, rules.w) },
]

/** The journal, the newest first. While the match lives it tells what everybody at the table sees, and less. */
export const Journal = ({ match }: { match: DeskMatchDetail }) => (
  <Section card title="Journal" note={`${match.seq} events, newest first`}>
    <Table
      label="Journal"
      columns={columnsOf(match)}
      rows={[...match.events].reverse()}
      keyOf={({ seq }) => String(seq)}
      empty="Nothing has happened yet."
    />
  </Section>
)
