import {
  type ConnectionRow,
  type DeskConnectionHistory,
  deskConnectionHistorySchema,
} from '@minefall/shared/contracts'
import { call, wordsFor } from '../../api.ts'
import { copyText } from '../../ui/Copy.tsx'
import { toast } from '../../ui/toasts.ts'

type Event = DeskConnectionHistory['events'][number]

const line = ({ at, kind, code, edge, connectionId, detail }: Event): string =>
  [
    new Date(at).toISOString(),
    kind,
    code ?? '-',
    edge,
    connectionId,
    ...Object.entries(detail).map(([name, value]) => `${name}=${JSON.stringify(value)}`),
  ].join(' ')

/** The last day of a player's connections as lines of text, the oldest first, after how this one is now. */
export const logOf = (row: ConnectionRow, { events }: DeskConnectionHistory): string =>
  [`player ${row.playerId}, now: ${JSON.stringify(row)}`, ...events.map(line), ''].join('\n')

/** Puts it on the clipboard. */
export const copyLog = async (row: ConnectionRow): Promise<void> => {
  try {
    const path = `/api/desk/players/${encodeURIComponent(row.playerId)}/connections`
    const history = await call(path, { schema: deskConnectionHistorySchema })
    if (await copyText(logOf(row, history)))
      toast.good(`Copied ${history.events.length} events of the last day.`)
  } catch (error) {
    toast.bad(wordsFor(error))
  }
}
