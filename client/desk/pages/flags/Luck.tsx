import { type DeskLuck, deskCalls } from '@minefall/shared/contracts/desk'
import { usePages } from '../../queries.ts'
import { Foot, Split } from '../../ui/Layout.tsx'
import { PlayerLink } from '../../ui/PlayerNow.tsx'
import { type Column, PagedTable } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { count } from '../../ui/words.ts'

const signed = (luck: number) => `${luck < 0 ? '−' : '+'}${Math.abs(luck).toFixed(1)}`

const columns: readonly Column<DeskLuck>[] = [
  { id: 'at', title: 'Last match', cell: ({ latestAt }) => <Time at={latestAt} as="day" /> },
  {
    id: 'player',
    title: 'Player',
    cell: ({ player }) => <PlayerLink id={player.id} name={player.nickname} />,
  },
  { id: 'matches', title: 'Matches', right: true, cell: ({ matches }) => count(matches) },
  { id: 'moves', title: 'Moves counted', right: true, cell: ({ moves }) => count(moves) },
  { id: 'luck', title: 'Deviations from expected', right: true, cell: ({ luck }) => signed(luck) },
]

/** Accounts that survive more, or less, than luck allows. */
export const Page = () => {
  const accounts = usePages(deskCalls.luck, { query: {} })
  return (
    <Split>
      <PagedTable
        label="Accounts beyond luck"
        columns={columns}
        of={accounts}
        keyOf={({ player }) => player.id}
        empty="No account is beyond luck"
      />
      <Foot>
        <span>Most recent match first. Coins and bonus coins, beyond 4 standard deviations</span>
      </Foot>
    </Split>
  )
}
