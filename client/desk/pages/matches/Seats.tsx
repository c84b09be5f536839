import type { DeskMatchDetail, DeskSeat } from '@minefall/shared/contracts/desk'
import { Coins } from '../../ui/Coins.tsx'
import type { Column } from '../../ui/columns.tsx'
import { Section } from '../../ui/Layout.tsx'
import { PlayerLink } from '../../ui/PlayerLink.tsx'
import { PlayerNow } from '../../ui/PlayerNow.tsx'
import { Table } from '../../ui/Table.tsx'
import { outWords } from './words.ts'

const columnsOf = ({ result }: DeskMatchDetail): readonly Column<DeskSeat>[] => [
  { id: 'seat', title: 'Seat', cell: ({ seat }) => seat + 1 },
  {
    id: 'player',
    title: 'Player',
    cell: ({ playerId, name, kind }) =>
      playerId === null ? (
        <>
          <bdi>{name}</bdi> (practice opponent)
        </>
      ) : (
        <PlayerLink id={playerId} name={name} guest={kind === 'guest'} />
      ),
  },
  {
    id: 'now',
    title: 'Connection now',
    cell: ({ playerId }) => (playerId === null ? '–' : <PlayerNow playerId={playerId} />),
  },
  { id: 'out', title: 'Out', cell: ({ out }) => (out === null ? '–' : outWords[out]) },
  ...(result
    ? [
        {
          id: 'paid',
          title: 'Paid',
          right: true,
          cell: ({ seat }: DeskSeat) => (
            <Coins amount={result.payouts.find((paid) => paid.seat === seat)?.amount ?? '0'} />
          ),
        },
      ]
    : []),
]

/** Who sits there. */
export const Seats = ({ match }: { match: DeskMatchDetail }) => (
  <Section card title="Seats" note={`${match.taken.length} of ${match.seats} taken`}>
    <Table
      label="Seats"
      columns={columnsOf(match)}
      rows={match.taken}
      keyOf={({ seat }) => String(seat)}
      empty="Nobody sits there."
    />
  </Section>
)
