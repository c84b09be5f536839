import type { ConnectionRow } from '@minefall/shared/contracts'
import { useNavigate } from '@tanstack/react-router'
import { ClipboardCopy, MessageSquare, Unplug, User } from 'lucide-react'
import { useRef, useState } from 'react'
import { useConnection } from '../../connection-rows.ts'
import { useMay } from '../../session.ts'
import { Timeline } from '../../timeline/index.ts'
import { Button } from '../../ui/Button.tsx'
import { closeWords } from '../../ui/close-words.ts'
import { Facts, Section } from '../../ui/Layout.tsx'
import { useNow } from '../../ui/now.ts'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { StateDot, stateNames } from '../../ui/StateDot.tsx'
import { shortId } from '../../ui/short-id.ts'
import { Time } from '../../ui/Time.tsx'
import { bytes, lasting } from '../../ui/words.ts'
import styles from './Connections.module.css'
import { copyLog } from './copy-log.ts'
import { Disconnect } from './Disconnect.tsx'
import { causeOf } from './words.ts'

const milliseconds = (ms: number | null) => (ms === null ? '–' : `${Math.round(ms)} ms`)

const matchesOf = ({ matches }: ConnectionRow) =>
  matches.length === 0
    ? 'None'
    : matches.map(({ matchId, seat }) => (
        <span key={matchId}>
          {shortId(matchId)}
          {seat === null ? ', watching' : `, seat ${seat + 1}`}{' '}
        </span>
      ))

const Now = ({ row, isGone }: { row: ConnectionRow; isGone: boolean }) => {
  const now = useNow()
  const cause = causeOf(row)
  return (
    <Section>
      <Facts
        of={[
          [
            'State',
            isGone ? (
              'Gone'
            ) : (
              <StateDot key="state" state={row.state}>
                {stateNames[row.state]}, {lasting(now - row.stateSince)}
              </StateDot>
            ),
          ],
          ['Round trip', milliseconds(row.roundTripMs)],
          ['Jitter', milliseconds(row.jitterMs)],
          ...(cause ? [['Cause', cause] as const] : []),
          ['Sequence lag', row.seqLag],
          ['Not answered', `${row.unacknowledged}`],
          ['Queued', bytes(row.queuedBytes)],
          ['Connected', lasting(now - row.since)],
          ['Reconnects, 1 h', row.reconnectsLastHour],
          ['Node', row.edge],
          ['Device', row.device || '–'],
          ['Language', row.locale ?? '–'],
          ['Version', row.release ?? '–'],
          ['Transport', row.transport],
          ['Matches', matchesOf(row)],
          [
            'Last close',
            row.lastClose ? (
              <span key="close">
                {closeWords[row.lastClose.code]}, <Time at={row.lastClose.at} />
              </span>
            ) : (
              'None'
            ),
          ],
        ]}
      />
    </Section>
  )
}

export type DetailsProps = { id: string; onClose: () => void }

/** One connection: how it is now, its player's last day, and what one can do. */
export const Details = ({ id, onClose }: DetailsProps) => {
  const now = useConnection(id)
  const last = useRef(now)
  if (now) last.current = now
  const row = now ?? last.current
  const mayAct = useMay('connections.act')
  const mayMessage = useMay('conversations')
  const navigate = useNavigate()
  const [isEnding, setEnding] = useState(false)
  if (row?.id !== id) return null
  const player = encodeURIComponent(row.playerId)
  return (
    <SidePanel
      label="Connection"
      title={<bdi>{row.name || row.playerId}</bdi>}
      detail={`${row.guest ? 'Guest, ' : ''}${row.locale ?? 'no language'}`}
      sign={
        <span className={styles.face} aria-hidden="true">
          {(Array.from(row.name)[0] ?? '?').toUpperCase()}
        </span>
      }
      onClose={onClose}
      actions={
        <>
          {mayMessage && (
            <Button
              tone="act"
              icon={MessageSquare}
              onClick={() => navigate({ to: `/conversations/${player}` })}
            >
              Message
            </Button>
          )}
          <Button icon={User} onClick={() => navigate({ to: `/players/${player}` })}>
            Open player
          </Button>
          <Button icon={ClipboardCopy} onClick={() => copyLog(row)}>
            Copy log
          </Button>
          {mayAct && (
            <Button tone="red" icon={Unplug} onClick={() => setEnding(true)}>
              Disconnect
            </Button>
          )}
          {mayAct && (
            <p>Disconnect asks for a reason and goes to the audit log. A running match is not touched.</p>
          )}
        </>
      }
    >
      <Now row={row} isGone={now === undefined} />
      <Timeline playerId={row.playerId} />
      <Disconnect row={row} open={isEnding} onClose={() => setEnding(false)} />
    </SidePanel>
  )
}
