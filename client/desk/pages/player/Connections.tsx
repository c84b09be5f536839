import type { ConnectionRow } from '@minefall/shared/contracts/desk'
import { Link } from '@tanstack/react-router'
import { useConnections } from '../../connection-rows.ts'
import { useIsTold, useWatch } from '../../live.ts'
import { Timeline } from '../../timeline/index.ts'
import type { Column } from '../../ui/columns.tsx'
import { Section } from '../../ui/Layout.tsx'
import { StateDot } from '../../ui/StateDot.tsx'
import { Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { Loading } from '../../ui/Waiting.tsx'
import styles from './Player.module.css'

const columns: readonly Column<ConnectionRow>[] = [
  { id: 'state', title: 'State', cell: ({ state }) => <StateDot state={state} /> },
  {
    id: 'trip',
    title: 'Round trip',
    right: true,
    cell: ({ roundTripMs }) => (roundTripMs === null ? '–' : `${Math.round(roundTripMs)} ms`),
  },
  { id: 'device', title: 'Device', cell: ({ device }) => <bdi>{device || 'Unknown'}</bdi> },
  { id: 'since', title: 'Since', cell: ({ since }) => <Time at={since} /> },
  { id: 'matches', title: 'Matches', right: true, cell: ({ matches }) => matches.length },
  { id: 'edge', title: 'Node', cell: ({ edge }) => edge },
  {
    id: 'open',
    title: 'Details',
    right: true,
    cell: ({ id }) => (
      <Link to="/connections" search={{ row: id }}>
        Open
      </Link>
    ),
  },
]

const Now = ({ id }: { id: string }) => {
  useWatch(id)
  const isTold = useIsTold(id)
  const own = [...useConnections().values()].filter(({ playerId }) => playerId === id)
  if (own.length === 0 && !isTold) return <Loading what="Listening" />
  return (
    <Table
      label="Connections now"
      columns={columns}
      rows={own}
      keyOf={(row) => row.id}
      empty="Not connected now."
    />
  )
}

/** The player's live connections, and how they were over the last day. */
export const Connections = ({ id }: { id: string }) => (
  <div className={styles.cards}>
    <Section card title="Now">
      <Now id={id} />
    </Section>
    <div className={styles.day}>
      <Timeline playerId={id} />
    </div>
  </div>
)
