import type { ConnectionRow } from '@minefall/shared/contracts'
import { useConnections } from '../../connection-rows.ts'
import { useWatch } from '../../live.ts'
import { TopSlot } from '../../shell/TopSlot.tsx'
import type { Column } from '../../ui/columns.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { StateDot } from '../../ui/StateDot.tsx'
import { VirtualTable } from '../../ui/VirtualTable.tsx'
import { count } from '../../ui/words.ts'

const columns: readonly Column<ConnectionRow>[] = [
  { id: 'player', title: 'Player', cell: ({ name }) => name },
  { id: 'state', title: 'State', cell: ({ state }) => <StateDot state={state} /> },
]

/** Every live connection now. */
export const Page = () => {
  useWatch()
  const rows = [...useConnections().values()]
  return (
    <>
      <TopSlot>{count(rows.length)} connections</TopSlot>
      {rows.length === 0 ? (
        <Empty>Nobody is connected.</Empty>
      ) : (
        <VirtualTable label="Connections" columns={columns} rows={rows} keyOf={({ id }) => id} />
      )}
    </>
  )
}
