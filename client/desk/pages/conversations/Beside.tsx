import type { ConnectionRow, DeskConversation } from '@minefall/shared/contracts'
import { languageName } from '@minefall/shared/languages'
import { useConnections } from '../../connection-rows.ts'
import { useIsTold, useWatch } from '../../live.ts'
import { closeWords } from '../../ui/close-words.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Facts, Section } from '../../ui/Layout.tsx'
import { PlayerLink } from '../../ui/PlayerLink.tsx'
import { StateDot } from '../../ui/StateDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { count } from '../../ui/words.ts'

const inMs = (value: number | null) => (value === null ? '–' : `${Math.round(value)} ms`)

const Connection = ({ row }: { row: ConnectionRow }) => (
  <Section title={<StateDot state={row.state} />} note={<Time at={row.stateSince} />}>
    <Facts
      of={[
        ['Round trip', inMs(row.roundTripMs)],
        ['Jitter', inMs(row.jitterMs)],
        ['Device', row.device || '–'],
        ['Reconnects', count(row.reconnectsLastHour)],
        ['Last close', row.lastClose ? closeWords[row.lastClose.code] : '–'],
        ['Matches', row.matches.length === 0 ? '–' : count(row.matches.length)],
      ]}
    />
  </Section>
)

/** How a player is connected now, each tab of theirs. */
export const Connections = ({ playerId }: { playerId: string }) => {
  useWatch(playerId)
  const rows = [...useConnections().values()].filter((row) => row.playerId === playerId)
  const isTold = useIsTold(playerId)
  if (rows.length === 0)
    return <Empty>{isTold ? 'Not connected now.' : 'Looking for the connection …'}</Empty>
  return rows.map((row) => <Connection key={row.id} row={row} />)
}

/** Who a player is, beside what they write. */
export const Who = ({ conversation }: { conversation: DeskConversation }) => {
  const { player, locale } = conversation
  return (
    <Section title={<PlayerLink id={player.id} name={player.nickname} guest={player.guest} />}>
      <Facts
        of={[
          ['Email', player.email || '–'],
          ['Phone', player.phoneNumber || '–'],
          ['Reads', languageName(locale)],
        ]}
      />
    </Section>
  )
}
