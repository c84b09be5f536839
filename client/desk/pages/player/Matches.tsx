import { deskCalls } from '@minefall/shared/contracts/desk'
import type { HistoryMatch } from '@minefall/shared/contracts/rest'
import { Link } from '@tanstack/react-router'
import { usePages } from '../../queries.ts'
import { Coins } from '../../ui/Coins.tsx'
import type { Column } from '../../ui/columns.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { shortId } from '../../ui/short-id.ts'
import { Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import styles from './Player.module.css'
import { assetNames, spoken } from './words.ts'

const columns: readonly Column<HistoryMatch>[] = [
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
  if (!matches.data) return <Waiting of={matches} />
  return (
    <div className={styles.list}>
      <Table
        label="Matches"
        columns={columns}
        rows={matches.rows}
        keyOf={({ matchId }) => matchId}
        empty="No match is over yet."
      />
      <Pager of={matches} />
    </div>
  )
}
