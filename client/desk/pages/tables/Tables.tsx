import { type DeskChannel, type DeskCurrency, deskCalls, type Right } from '@minefall/shared/contracts/desk'
import { rateSchema } from '@minefall/shared/contracts/rest'
import { type ComponentType, useState } from 'react'
import { z } from 'zod'
import { ask } from '../../api.ts'
import { thenReread, usePlace, useRead } from '../../queries.ts'
import { useMay } from '../../session.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Field } from '../../ui/Field.tsx'
import { Coins } from '../../ui/Stat.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { toast } from '../../ui/ToastRegion.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { percentOf } from '../../ui/words.ts'
import { Activities } from './Activities.tsx'
import { Arenas } from './Arenas.tsx'
import { Canned } from './Canned.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import { ChannelDialog, channelName } from './ChannelDialog.tsx'
import { networksOf, proposingWords } from './change-lines.ts'
import { PlayTables } from './PlayTables.tsx'
import { Proposals } from './Proposals.tsx'
import styles from './tables.module.css'

const rateColumns: readonly Column<DeskCurrency>[] = [
  { id: 'code', title: 'Currency', opens: true, cell: ({ currencycode }) => currencycode },
  { id: 'name', title: 'Name', cell: ({ name, symbol }) => `${name} (${symbol})` },
  { id: 'rate', title: 'Shown for one coin', right: true, cell: ({ rate }) => rate },
]

const Change = ({ currency, onClose }: { currency: DeskCurrency; onClose: () => void }) => {
  const { currencycode, name } = currency
  const [rate, setRate] = useState(currency.rate)
  const isRate = rateSchema.safeParse(rate.trim()).success
  const save = async (reason: string) => {
    const body = { currencycode, rate: rate.trim(), reason }
    const proposal = await thenReread(
      ask(deskCalls.changeRate, { body }),
      deskCalls.currencies,
      deskCalls.proposals,
    )
    toast.good(
      proposal
        ? `${currencycode}: another admin must confirm the change.`
        : `${currencycode} already has this rate.`,
    )
  }
  return (
    <ChangeDialog
      title={`Shown rate of ${name}`}
      detail="Only affects the amounts shown next to coins. Payments use the rates under Payment methods. Takes effect when another admin confirms it."
      words={proposingWords}
      onClose={onClose}
      problem={isRate ? null : 'A rate is above zero, with eight places at most.'}
      fields={{ rate: 'the rate' }}
      onSave={save}
    >
      <Field
        label={`${currencycode} for one coin`}
        value={rate}
        inputMode="decimal"
        onChange={({ target }) => setRate(target.value)}
      />
    </ChangeDialog>
  )
}

/** The shown rate of each currency. */
const Rates = () => {
  const [changed, setChanged] = useState<DeskCurrency | null>(null)
  const read = useRead(deskCalls.currencies, {})
  if (!read.data) return <Waiting of={read} />
  return (
    <div className={styles.list}>
      <Table
        label="Shown rates"
        columns={rateColumns}
        rows={read.data}
        keyOf={({ currencycode }) => currencycode}
        onPress={setChanged}
      />
      {changed && <Change key={changed.currencycode} currency={changed} onClose={() => setChanged(null)} />}
    </div>
  )
}

const keyOf = ({ direction, method, currency }: DeskChannel) => `${direction}/${method}/${currency}`

const feeOf = ({ feeBps, feeFixed, direction, currency }: DeskChannel) => {
  const fixed = /[1-9]/.test(feeFixed) ? ` + ${feeFixed} ${direction === 'deposit' ? currency : 'coins'}` : ''
  return `${percentOf(feeBps)}${fixed}`
}

const paidTo = (channel: DeskChannel) => {
  if (networksOf(channel).length === 0) return '–'
  return channel.payTo === null ? <Chip tone="warn">No account yet</Chip> : 'Our account'
}

const columns: readonly Column<DeskChannel>[] = [
  { id: 'name', title: 'Method', opens: true, cell: channelName },
  { id: 'currency', title: 'Currency', cell: ({ currency }) => currency },
  {
    id: 'open',
    title: 'State',
    cell: ({ isOpen }) => <Chip tone={isOpen ? 'ok' : 'bad'}>{isOpen ? 'Open' : 'Closed'}</Chip>,
  },
  { id: 'least', title: 'Minimum, coins', right: true, cell: ({ least }) => <Coins amount={least} /> },
  { id: 'most', title: 'Maximum, coins', right: true, cell: ({ most }) => <Coins amount={most} /> },
  { id: 'rate', title: 'For one coin', right: true, cell: ({ rate }) => rate },
  { id: 'fee', title: 'Fee', right: true, cell: feeOf },
  { id: 'to', title: 'Paid to', cell: paidTo },
]

/** Ways for money in and out, with their limits, rates and fees. */
const Channels = () => {
  const [changed, setChanged] = useState<DeskChannel | null>(null)
  const read = useRead(deskCalls.channels, {})
  if (!read.data) return <Waiting of={read} />
  return (
    <div className={styles.list}>
      <Table label="Payment methods" columns={columns} rows={read.data} keyOf={keyOf} onPress={setChanged} />
      <p className={styles.note}>
        Orders keep the terms they were placed with. A closed method takes no new orders.
      </p>
      {changed && <ChannelDialog key={keyOf(changed)} channel={changed} onClose={() => setChanged(null)} />}
    </div>
  )
}

const parts = {
  tables: { label: 'Tables', right: 'tables', Part: PlayTables },
  activities: { label: 'Activities', right: 'activities', Part: Activities },
  arenas: { label: 'Arenas', right: 'activities', Part: Arenas },
  channels: { label: 'Payment methods', right: 'catalogue', Part: Channels },
  rates: { label: 'Shown rates', right: 'catalogue', Part: Rates },
  proposals: { label: 'Proposals', right: 'catalogue', Part: Proposals },
  canned: { label: 'Canned answers', right: 'canned.change', Part: Canned },
} as const satisfies Record<string, { label: string; right: Right; Part: ComponentType }>
type Name = keyof typeof parts
const names = z.enum(Object.keys(parts) as [Name, ...Name[]])

const placeSchema = z.object({ tab: names.catch('tables') })

/** What admins manage: tables, activities, arenas, ways to pay with limits and rates, proposals, canned answers. */
export const Page = () => {
  const [{ tab }, setPlace] = usePlace(placeSchema)
  const { Part, right } = parts[tab]
  const may = useMay(right)
  return (
    <Tabs
      label="What to change"
      tabs={names.options.map((value) => ({ value, label: parts[value].label }))}
      value={tab}
      onChange={(next) => setPlace({ tab: next })}
    >
      {may && <Part />}
    </Tabs>
  )
}
