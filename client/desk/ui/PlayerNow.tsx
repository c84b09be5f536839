import type { ConnectionRow, ConnectionState } from '@minefall/shared/contracts/desk'
import { useConnections } from '../connection-rows.ts'
import { useIsTold, useWatch } from '../live.ts'
import { StateDot } from './StateDot.tsx'

/** The best first: one tab that is live is what counts. */
const order: readonly ConnectionState[] = ['live', 'lagging', 'resuming', 'lost']

const best = (rows: readonly ConnectionRow[]) =>
  [...rows].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))[0]

/** How a player is connected now, of all tabs the best one. */
export const PlayerNow = ({ playerId }: { playerId: string }) => {
  useWatch(playerId)
  const rows = [...useConnections().values()].filter((row) => row.playerId === playerId)
  const isTold = useIsTold(playerId)
  const row = best(rows)
  if (!row) return <span>{isTold ? 'Not connected' : 'Looking …'}</span>
  return <StateDot state={row.state} />
}
