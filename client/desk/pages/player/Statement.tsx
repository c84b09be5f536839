import { deskCalls } from '@minefall/shared/contracts/desk'
import type { StatementEntry } from '@minefall/shared/contracts/rest'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { saveFile } from '../../../src/parts/lists/DownloadFile.tsx'
import { ask } from '../../api.ts'
import { useAct, usePages } from '../../queries.ts'
import { Button } from '../../ui/Button.tsx'
import { FilterChips } from '../../ui/Chip.tsx'
import { Bar } from '../../ui/Layout.tsx'
import { Coins } from '../../ui/Stat.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { Pager, Waiting } from '../../ui/Waiting.tsx'
import { shortId } from '../../ui/words.ts'
import { assetNames, spoken } from './block-texts.ts'
import styles from './Player.module.css'

const orderPages = { deposit: '/deposits', withdrawal: '/withdrawals' } as const

const About = ({ order, match }: StatementEntry) => {
  if (order)
    return (
      <Link to={orderPages[order.kind]} search={{ order: order.id }}>
        {order.number}
      </Link>
    )
  if (match) return <Link to={`/matches/${match.matchId}`}>{shortId(match.matchId)}</Link>
  return null
}

const columns: readonly Column<StatementEntry>[] = [
  { id: 'at', title: 'When', cell: ({ at }) => <Time at={at} as="day" /> },
  { id: 'kind', title: 'What', cell: ({ kind }) => spoken(kind) },
  { id: 'about', title: 'Order or match', cell: (entry) => <About {...entry} /> },
  { id: 'asset', title: 'In', cell: ({ asset }) => assetNames[asset] },
  {
    id: 'amount',
    title: 'Amount',
    right: true,
    cell: ({ amount }) => (
      <span className={amount.startsWith('-') ? undefined : styles.gain}>
        <Coins amount={amount} sign />
      </span>
    ),
  },
  {
    id: 'balance',
    title: 'Balance after',
    right: true,
    cell: ({ balanceAfter }) => <Coins amount={balanceAfter} />,
  },
]

const assets = [
  { value: 'all', label: 'Everything' },
  { value: 'coin', label: 'Coins' },
  { value: 'promo', label: 'Bonus' },
  { value: 'trial', label: 'Trial' },
] as const
type Shown = (typeof assets)[number]['value']

/** How the player's coins came about, entry by entry. */
export const Statement = ({ id }: { id: string }) => {
  const [asset, setAsset] = useState<Shown>('all')
  const params = { id }
  const entries = usePages(deskCalls.playerStatement, {
    params,
    query: { asset: asset === 'all' ? null : asset },
  })
  const save = useAct(async () =>
    saveFile(await ask(deskCalls.playerStatementFile, { params }), `minefall-statement-${id}.csv`),
  )
  return (
    <div className={styles.list}>
      <Bar>
        <FilterChips label="Kind of coins" options={assets} value={asset} onChange={setAsset} />
        <Button
          icon="incoming"
          className={styles.save}
          busy={save.isPending}
          onClick={() => save.mutate(undefined)}
        >
          Save all as CSV
        </Button>
      </Bar>
      {entries.data ? (
        <>
          <Table
            label="Statement"
            columns={columns}
            rows={entries.rows}
            keyOf={({ id: entry, asset: of }) => `${entry} ${of}`}
            empty="No coins moved yet"
          />
          <Pager of={entries} />
        </>
      ) : (
        <Waiting of={entries} />
      )}
    </div>
  )
}
