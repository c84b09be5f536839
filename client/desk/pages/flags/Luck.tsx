import { type DeskLuck, deskCalls } from '@minefall/shared/contracts/desk'
import { usePages } from '../../queries.ts'
import { Foot, Split } from '../../ui/Layout.tsx'
import { PlayerLink } from '../../ui/PlayerNow.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { Pager, Waiting } from '../../ui/Waiting.tsx'
import { count } from '../../ui/words.ts'
import styles from './Flags.module.css'

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
      {accounts.data ? (
        <div className={styles.list}>
          <Table
            label="Accounts beyond luck"
            columns={columns}
            rows={accounts.rows}
            keyOf={({ player }) => player.id}
            empty="No account is beyond luck"
          />
          <Pager of={accounts} />
        </div>
      ) : (
        <Waiting of={accounts} />
      )}
      <Foot>
        <span>Most recent match first. Coins and bonus coins, beyond 4 standard deviations</span>
      </Foot>
    </Split>
  )
}
