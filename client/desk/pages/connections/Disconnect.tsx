import type { ConnectionRow } from '@minefall/shared/contracts'
import { z } from 'zod'
import { call } from '../../api.ts'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import { toast } from '../../ui/toasts.ts'

export type DisconnectProps = { row: ConnectionRow; open: boolean; onClose: () => void }

const presets = ['Stuck connection', 'Floods the server', 'Asked for by the player']

/** Ends a connection, with a reason for the audit log. The player is told that staff did, and nothing of the reason. */
export const Disconnect = ({ row, open, onClose }: DisconnectProps) => {
  const disconnect = async (reason: string) => {
    await call(`/api/desk/connections/${encodeURIComponent(row.edge)}/${row.id}/disconnect`, {
      schema: z.null(),
      body: { playerId: row.playerId, reason },
    })
    toast.good(`${row.name || row.playerId} is disconnected.`)
  }
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title={`Disconnect ${row.name || row.playerId}`}
      detail="Their connection ends at once and does not come back by itself; they can load the page again. The reason goes to the audit log, and is not shown to them."
      action="Disconnect"
      presets={presets}
      onConfirm={disconnect}
    />
  )
}
