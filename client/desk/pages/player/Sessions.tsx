import { addressOf } from '@minefall/shared/contracts'
import { type DeskSession, deskCalls } from '@minefall/shared/contracts/desk'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { ask } from '../../api.ts'
import { thenReread, useRead } from '../../queries.ts'
import { useMay } from '../../session.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import type { Column } from '../../ui/columns.tsx'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import { Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import styles from './Player.module.css'
import { endings } from './words.ts'

const columns: readonly Column<DeskSession>[] = [
  {
    id: 'state',
    title: 'State',
    cell: ({ ended }) =>
      ended ? <Chip>{endings[ended.reason] ?? ended.reason}</Chip> : <Chip tone="ok">Signed in</Chip>,
  },
  { id: 'device', title: 'Device', cell: ({ device }) => <bdi>{device || 'Unknown'}</bdi> },
  { id: 'address', title: 'Address', cell: ({ address }) => address },
  { id: 'begun', title: 'Begun', cell: ({ createdAt }) => <Time at={createdAt} as="day" /> },
  { id: 'seen', title: 'Last seen', cell: ({ seenAt }) => <Time at={seenAt} /> },
  { id: 'ended', title: 'Ended', cell: ({ ended }) => ended && <Time at={ended.at} as="day" /> },
]

/** Devices that are signed in, and those that were within 30 days. */
export const Sessions = ({ id }: { id: string }) => {
  const params = { id }
  const sessions = useRead(deskCalls.playerSessions, { params })
  const mayAct = useMay('players.act')
  const [asked, setAsked] = useState<DeskSession | null>(null)
  if (!sessions.data) return <Waiting of={sessions} />
  const acts: Column<DeskSession> = {
    id: 'act',
    title: 'Action',
    right: true,
    cell: (one) =>
      one.ended === null && (
        <Button small icon={LogOut} onClick={() => setAsked(one)}>
          Sign out
        </Button>
      ),
  }
  return (
    <div className={styles.list}>
      <Table
        label="Sessions"
        columns={mayAct ? [...columns, acts] : columns}
        rows={sessions.data.items}
        keyOf={(one) => one.id}
        empty="Nobody signed in within 30 days."
      />
      <ReasonDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title="Sign this device out"
        detail="It is signed out and its live connection closed. The reason is for staff and the audit log."
        action="Sign out"
        presets={['The player asked for it', 'A lost or shared device']}
        onConfirm={(reason) =>
          thenReread(
            ask(deskCalls.signOutPlayer, { params, body: { reason, sessionId: asked?.id } }),
            addressOf(deskCalls.playerSessions, { params }),
          )
        }
      />
    </div>
  )
}
