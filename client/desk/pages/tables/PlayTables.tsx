import { type DeskTable, deskCalls, tableLimits } from '@minefall/shared/contracts/desk'
import { useState } from 'react'
import { ask } from '../../api.ts'
import { thenReread, useRead } from '../../queries.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Check, Field } from '../../ui/Field.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { toast } from '../../ui/ToastRegion.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { boardsOf, coinNames, count, lasting, percentOf } from '../../ui/words.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import { bpsIn, stakesIn } from './change-lines.ts'
import styles from './tables.module.css'

const columns: readonly Column<DeskTable>[] = [
  { id: 'name', title: 'Table', opens: true, cell: ({ name }) => name },
  {
    id: 'open',
    title: 'State',
    cell: ({ isOpen }) => <Chip tone={isOpen ? 'ok' : 'bad'}>{isOpen ? 'Open' : 'Closed'}</Chip>,
  },
  { id: 'stakes', title: 'Stakes', cell: ({ stakes }) => stakes.map((one) => count(Number(one))).join(', ') },
  { id: 'assets', title: 'In', cell: ({ assets }) => assets.map((one) => coinNames[one]).join(', ') },
  {
    id: 'rake',
    title: 'Rake',
    right: true,
    cell: ({ rules, rakeBps }) => `${percentOf(rules.rakeBps)}${rakeBps === null ? '' : ', this table'}`,
  },
  { id: 'practice', title: 'Practice opponents', cell: ({ practice }) => (practice ? 'Yes' : 'No') },
  { id: 'seats', title: 'Seats', right: true, cell: ({ seats }) => seats },
  {
    id: 'board',
    title: 'Board',
    cell: ({ rules }) => boardsOf(rules),
  },
  { id: 'clock', title: 'Turn', right: true, cell: ({ rules }) => lasting(rules.clockMs) },
]

const fields = { stakes: 'the stakes', practice: 'practice opponents', rakeBps: 'the rake' } as const

const Change = ({ table, onClose }: { table: DeskTable; onClose: () => void }) => {
  const isTrial = table.assets.every((asset) => asset === 'trial')
  const [isOpen, setOpen] = useState(table.isOpen)
  const [stakes, setStakes] = useState(table.stakes.join(', '))
  const [practice, setPractice] = useState(table.practice)
  const [rake, setRake] = useState(table.rakeBps === null ? '' : String(table.rakeBps / 100))
  const [amounts, rakeBps] = [stakesIn(stakes), rake.trim() === '' ? null : bpsIn(rake)]
  const problem =
    amounts === null
      ? 'Enter up to six whole amounts of coins in rising order, separated by commas.'
      : rakeBps === undefined
        ? `Enter a rake from 0 to ${percentOf(tableLimits.rakeBpsMost)}, with up to two decimals.`
        : null
  const save = async (reason: string) => {
    if (amounts === null || rakeBps === undefined) return
    const { gameId, version } = table
    const body = { isOpen, stakes: amounts, practice, rakeBps, version, reason }
    await thenReread(ask(deskCalls.changeTable, { params: { gameId }, body }), deskCalls.tables)
    toast.good(`${table.name} changed.`)
  }
  return (
    <ChangeDialog
      title={`Change ${table.name}`}
      detail="Applies to new matches. Players waiting on the old terms get their stake back. Matches in progress don’t change."
      onClose={onClose}
      problem={problem}
      fields={fields}
      onSave={save}
    >
      <Check label="Open: offered in the lobby" checked={isOpen} onChange={setOpen} />
      <Field
        label="Stakes, in whole coins"
        value={stakes}
        help="Separate with commas, such as 10, 100, 1000."
        onChange={({ target }) => setStakes(target.value)}
      />
      {isTrial ? (
        <Check label="Practice opponents fill empty seats" checked={practice} onChange={setPractice} />
      ) : (
        <Field
          label="Rake for this table, in percent of the pot"
          value={rake}
          inputMode="decimal"
          placeholder="Operator default"
          help="Leave empty for the operator default. Players see it before they join."
          onChange={({ target }) => setRake(target.value)}
        />
      )}
    </ChangeDialog>
  )
}

/** Tables: open or closed, stakes, rake, practice opponents. */
export const PlayTables = () => {
  const [changed, setChanged] = useState<DeskTable | null>(null)
  const read = useRead(deskCalls.tables, {})
  if (!read.data) return <Waiting of={read} />
  return (
    <div className={styles.list}>
      <Table
        label="Tables"
        columns={columns}
        rows={read.data}
        keyOf={({ gameId }) => gameId}
        onPress={setChanged}
      />
      <p className={styles.note}>
        Seats, boards, mines and clocks are fixed, because each table’s fairness was verified with them.
      </p>
      {changed && <Change key={changed.gameId} table={changed} onClose={() => setChanged(null)} />}
    </div>
  )
}
