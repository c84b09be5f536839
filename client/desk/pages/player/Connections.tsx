import { addressOf } from '@minefall/shared/contracts'
import { type ConnectionRow, type DeskSession, deskCalls } from '@minefall/shared/contracts/desk'
import type { HistoryMatch } from '@minefall/shared/contracts/rest'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api.ts'
import { useConnections } from '../../connection-rows.ts'
import { useIsReported, useWatch } from '../../live.ts'
import { thenReread, usePages, useRead } from '../../queries.ts'
import { useMay } from '../../session.ts'
import { Timeline } from '../../timeline/Timeline.tsx'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { ReasonDialog } from '../../ui/Dialog.tsx'
import { Section } from '../../ui/Layout.tsx'
import { Coins } from '../../ui/Stat.tsx'
import { StateDot } from '../../ui/StateDot.tsx'
import { type Column, PagedTable, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { Loading, Waiting } from '../../ui/Waiting.tsx'
import { shortId } from '../../ui/words.ts'
import { assetNames, endings, spoken } from './block-texts.ts'
import styles from './Player.module.css'

const sessionColumns: readonly Column<DeskSession>[] = [
  {
    id: 'state',
    title: 'State',
    cell: ({ ended }) =>
      ended ? <Chip>{endings[ended.reason] ?? ended.reason}</Chip> : <Chip tone="ok">Signed in</Chip>,
  },
  { id: 'device', title: 'Device', cell: ({ device }) => <bdi>{device || 'Unknown'}</bdi> },
  { id: 'address', title: 'Address', cell: ({ address }) => address },
  { id: 'begun', title: 'Started', cell: ({ createdAt }) => <Time at={createdAt} as="day" /> },
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
        <Button small icon="leave" onClick={() => setAsked(one)}>
          Sign out
        </Button>
      ),
  }
  return (
    <div className={styles.list}>
      <Table
        label="Sessions"
        columns={mayAct ? [...sessionColumns, acts] : sessionColumns}
        rows={sessions.data.items}
        keyOf={(one) => one.id}
        empty="No sign-ins in the last 30 days."
      />
      <ReasonDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title="Sign this device out"
        detail="Signs the device out and closes its connection. The reason is for staff and the audit log."
        action="Sign out"
        presets={['The player’s request', 'A lost or shared device']}
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

const matchColumns: readonly Column<HistoryMatch>[] = [
  { id: 'at', title: 'Ended', cell: ({ endedAt }) => <Time at={endedAt} as="day" /> },
  {
    id: 'match',
    title: 'Match',
    cell: ({ matchId }) => <Link to={`/matches/${matchId}`}>{shortId(matchId)}</Link>,
  },
  { id: 'game', title: 'Table', cell: ({ gameId }) => spoken(gameId) },
  {
    id: 'with',
    title: 'With',
    cell: ({ players, seat }) => (
      <bdi>
        {players.flatMap((player, index) => (player && index !== seat ? [player.name] : [])).join(', ')}
      </bdi>
    ),
  },
  { id: 'asset', title: 'In', cell: ({ asset }) => assetNames[asset] },
  { id: 'stake', title: 'Stake', right: true, cell: ({ stake }) => <Coins amount={stake} /> },
  {
    id: 'outcome',
    title: 'Outcome',
    cell: ({ outcome, place }) => `${spoken(outcome)}${place === null ? '' : `, place ${place}`}`,
  },
  { id: 'payout', title: 'Paid', right: true, cell: ({ payout }) => <Coins amount={payout} /> },
]

/** The player's matches that are over. */
export const Matches = ({ id }: { id: string }) => {
  const matches = usePages(deskCalls.playerMatches, { params: { id }, query: {} })
  return (
    <PagedTable
      label="Matches"
      columns={matchColumns}
      of={matches}
      keyOf={({ matchId }) => matchId}
      empty="No match is over yet."
    />
  )
}

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
  const isReported = useIsReported(id)
  const own = [...useConnections().values()].filter(({ playerId }) => playerId === id)
  if (own.length === 0 && !isReported) return <Loading what="Listening" />
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
