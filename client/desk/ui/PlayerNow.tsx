import type { ConnectionRow, ConnectionState } from '@minefall/shared/contracts/desk'
import { Link } from '@tanstack/react-router'
import { useConnections } from '../connection-rows.ts'
import { useIsReported, useWatch } from '../live.ts'
import { StateDot } from './StateDot.tsx'

/** A way to a player's page. What players call themselves is text, and never more. */
export const PlayerLink = ({ id, name, guest = false }: { id: string; name: string; guest?: boolean }) => (
  <Link to={`/players/${encodeURIComponent(id)}`} onClick={(event) => event.stopPropagation()}>
    <bdi>{name || id}</bdi>
    {guest && ' (guest)'}
  </Link>
)

/** The best first: one tab that is live is what counts. */
const order: readonly ConnectionState[] = ['live', 'lagging', 'resuming', 'lost']

const best = (rows: readonly ConnectionRow[]) =>
  [...rows].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))[0]

/** How a player is connected now, of all tabs the best one. */
export const PlayerNow = ({ playerId }: { playerId: string }) => {
  useWatch(playerId)
  const rows = [...useConnections().values()].filter((row) => row.playerId === playerId)
  const isReported = useIsReported(playerId)
  const row = best(rows)
  if (!row) return <span>{isReported ? 'Not connected' : 'Looking…'}</span>
  return <StateDot state={row.state} />
}
