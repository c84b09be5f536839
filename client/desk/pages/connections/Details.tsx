import { type ConnectionRow, type DeskConnectionHistory, deskCalls } from '@minefall/shared/contracts/desk'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ask, wordsFor } from '../../api.ts'
import { useConnection } from '../../connection-rows.ts'
import { useLive } from '../../live.ts'
import { useMay } from '../../session.ts'
import { Timeline } from '../../timeline/Timeline.tsx'
import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/Copy.tsx'
import { ReasonDialog } from '../../ui/Dialog.tsx'
import layout from '../../ui/Layout.module.css'
import { Facts, Section } from '../../ui/Layout.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { StateDot, stateNames } from '../../ui/StateDot.tsx'
import { Time, useNow } from '../../ui/Time.tsx'
import { toast } from '../../ui/ToastRegion.tsx'
import { bytes, closeWords, lasting, shortId } from '../../ui/words.ts'
import styles from './Connections.module.css'
import { causeOf } from './order.ts'

/** What is older is not live any more, in milliseconds: totals come every two seconds. */
const staleMs = 5_000
/** How often the counts are read out, in milliseconds. */
const spokenEveryMs = 15_000

/** When the rows were reported last, and by how many nodes. */
export const LastUpdate = () => {
  const updatedAt = useLive((state) => state.updatedAt)
  const nodes = useLive((state) => state.nodes)
  const now = useNow()
  const reporting = nodes.filter(({ reports }) => reports).length
  return (
    <>
      {updatedAt !== null && (
        <StateDot state={now - updatedAt > staleMs ? 'lost' : 'live'}>
          Updated {lasting(Math.max(0, now - updatedAt))} ago
        </StateDot>
      )}
      {nodes.length > 0 && (
        <span>
          {reporting} of {nodes.length} nodes report
        </span>
      )}
    </>
  )
}

/** Says it over the list where a node is silent: its players may be connected all the same. */
export const SilentNodes = () => {
  const nodes = useLive((state) => state.nodes)
  const silent = nodes.filter(({ reports }) => !reports)
  if (silent.length === 0) return null
  return (
    <p className={styles.silence} role="alert">
      <strong>
        {nodes.length - silent.length} of {nodes.length} nodes report.
      </strong>{' '}
      Nothing is heard of {silent.map(({ edge }) => edge).join(', ')}: what was connected there is shown as
      lost, and comes back under another node as its players do.
    </p>
  )
}

/** The counts of states in words, for those who hear the page: at most every 15 s, and only when they changed. */
export const SpokenCounts = () => {
  const totals = useLive((state) => state.totals)
  const words = totals
    ? `${totals.live} live, ${totals.lagging} lagging, ${totals.resuming} resuming, ${totals.lost} lost`
    : ''
  const step = useNow(spokenEveryMs)
  const spoken = useRef({ step, words })
  if (spoken.current.step !== step || spoken.current.words === '') spoken.current = { step, words }
  return (
    <p className={layout.aside} role="status">
      {spoken.current.words}
    </p>
  )
}

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
const logOf = (row: ConnectionRow, { events }: DeskConnectionHistory): string =>
  [`player ${row.playerId}, now: ${JSON.stringify(row)}`, ...events.map(line), ''].join('\n')

/** Puts it on the clipboard. */
const copyLog = async (row: ConnectionRow): Promise<void> => {
  try {
    const history = await ask(deskCalls.playerConnections, { params: { id: row.playerId } })
    if (await copyText(logOf(row, history)))
      toast.good(`Copied ${history.events.length} events of the last day.`)
  } catch (error) {
    toast.bad(wordsFor(error))
  }
}

type DisconnectProps = { row: ConnectionRow; open: boolean; onClose: () => void }

const presets = ['Stuck connection', 'Floods the server', 'The player’s request']

/** Ends a connection, with a reason for the audit log. The player learns that staff did, and nothing of the reason. */
const Disconnect = ({ row, open, onClose }: DisconnectProps) => {
  const disconnect = async (reason: string) => {
    const { edge, id, playerId } = row
    await ask(deskCalls.disconnect, { params: { edge, id }, body: { playerId, reason } })
    toast.good(`${row.name || row.playerId} is disconnected.`)
  }
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title={`Disconnect ${row.name || row.playerId}`}
      detail="Closes the connection at once. The player has to reload the page to reconnect. The reason goes to the audit log, and the player doesn’t see it."
      action="Disconnect"
      presets={presets}
      onConfirm={disconnect}
    />
  )
}

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
            <Button tone="act" icon="chat" onClick={() => navigate({ to: `/conversations/${player}` })}>
              Message
            </Button>
          )}
          <Button icon="seats" onClick={() => navigate({ to: `/players/${player}` })}>
            Open player
          </Button>
          <Button icon="copy" onClick={() => copyLog(row)}>
            Copy log
          </Button>
          {mayAct && (
            <Button tone="red" icon="unplug" onClick={() => setEnding(true)}>
              Disconnect
            </Button>
          )}
          {mayAct && (
            <p>Disconnecting needs a reason and is logged. It doesn’t affect a match in progress.</p>
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
