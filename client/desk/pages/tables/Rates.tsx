import { type DeskCurrency, deskCalls } from '@minefall/shared/contracts/desk'
import { rateSchema } from '@minefall/shared/contracts/rest'
import { useState } from 'react'
import { ask } from '../../api.ts'
import { thenReread, useRead } from '../../queries.ts'
import type { Column } from '../../ui/columns.tsx'
import { Field } from '../../ui/Field.tsx'
import { Table } from '../../ui/Table.tsx'
import { toast } from '../../ui/toasts.ts'
import { Waiting } from '../../ui/Waiting.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import { proposingWords } from './change-lines.ts'
import styles from './tables.module.css'

const columns: readonly Column<DeskCurrency>[] = [
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
      detail="Only affects the amounts shown next to coins. Payments use the rates under Ways to pay. Takes effect when another admin confirms it."
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
export const Rates = () => {
  const [changed, setChanged] = useState<DeskCurrency | null>(null)
  const read = useRead(deskCalls.currencies, {})
  if (!read.data) return <Waiting of={read} />
  return (
    <div className={styles.list}>
      <Table
        label="Shown rates"
        columns={columns}
        rows={read.data}
        keyOf={({ currencycode }) => currencycode}
        onPress={setChanged}
      />
      {changed && <Change key={changed.currencycode} currency={changed} onClose={() => setChanged(null)} />}
    </div>
  )
}
