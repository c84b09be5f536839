import { activityLimits, type DeskActivity, deskCalls } from '@minefall/shared/contracts/desk'
import { useState } from 'react'
import { ask } from '../../api.ts'
import { thenReread, useRead } from '../../queries.ts'
import { Chip, type ChipTone } from '../../ui/Chip.tsx'
import { Check, Field } from '../../ui/Field.tsx'
import { Coins } from '../../ui/Stat.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { toast } from '../../ui/ToastRegion.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { count } from '../../ui/words.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import { instantIn, localOf, wholeIn } from './change-lines.ts'
import styles from './tables.module.css'

const metrics = {
  matches: 'Matches played',
  wins: 'Matches won',
  tables: 'Different tables',
  streak: 'Daily boards in a row',
} as const
const periods = { day: 'Each day', week: 'Each week', month: 'Each month', once: 'Once' } as const

const nameOf = ({ id }: DeskActivity) => {
  const words = id.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const stateOf = ({ isOpen, beginsAt, endsAt }: DeskActivity): { label: string; tone: ChipTone } => {
  const now = Date.now()
  if (!isOpen) return { label: 'Closed', tone: 'bad' }
  if (beginsAt !== null && beginsAt > now) return { label: 'Not started', tone: 'info' }
  if (endsAt !== null && endsAt <= now) return { label: 'Over', tone: 'plain' }
  return { label: 'Runs', tone: 'ok' }
}

const columns: readonly Column<DeskActivity>[] = [
  { id: 'name', title: 'Activity', opens: true, cell: nameOf },
  {
    id: 'state',
    title: 'State',
    cell: (activity) => <Chip tone={stateOf(activity).tone}>{stateOf(activity).label}</Chip>,
  },
  { id: 'metric', title: 'Counts', cell: ({ metric }) => metrics[metric] },
  { id: 'period', title: 'Resets', cell: ({ period }) => periods[period] },
  { id: 'goal', title: 'Goal', right: true, cell: ({ goal }) => count(goal) },
  { id: 'gift', title: 'Gift, bonus coins', right: true, cell: ({ gift }) => <Coins amount={gift} /> },
  {
    id: 'from',
    title: 'From',
    cell: ({ beginsAt }) => (beginsAt === null ? '–' : <Time at={beginsAt} as="day" />),
  },
  {
    id: 'until',
    title: 'Until',
    cell: ({ endsAt }) => (endsAt === null ? '–' : <Time at={endsAt} as="day" />),
  },
]

const fields = { goal: 'the goal', gift: 'the gift', beginsAt: 'from', endsAt: 'until' } as const

const Change = ({ activity, onClose }: { activity: DeskActivity; onClose: () => void }) => {
  const [isOpen, setOpen] = useState(activity.isOpen)
  const [goal, setGoal] = useState(String(activity.goal))
  const [gift, setGift] = useState(activity.gift)
  const [from, setFrom] = useState(localOf(activity.beginsAt))
  const [until, setUntil] = useState(localOf(activity.endsAt))
  const [goals, coins] = [
    wholeIn(goal, 1, activityLimits.goalMost),
    wholeIn(gift, 1, activityLimits.giftMost),
  ]
  // A bound that was left alone stays what it was, to the second.
  const [beginsAt, endsAt] = [
    from === localOf(activity.beginsAt) ? activity.beginsAt : instantIn(from),
    until === localOf(activity.endsAt) ? activity.endsAt : instantIn(until),
  ]
  const isEmpty = typeof beginsAt === 'number' && typeof endsAt === 'number' && endsAt <= beginsAt
  const problem =
    goals === undefined
      ? `Enter a goal from 1 to ${count(activityLimits.goalMost)}.`
      : coins === undefined
        ? `Enter a gift from 1 to ${count(activityLimits.giftMost)} bonus coins.`
        : beginsAt === undefined || endsAt === undefined
          ? 'This isn’t a valid date and time.'
          : isEmpty
            ? 'The end must be after the start.'
            : null
  const save = async (reason: string) => {
    if (goals === undefined || beginsAt === undefined || endsAt === undefined) return
    const { id, version } = activity
    const body = { isOpen, goal: goals, gift: String(coins), beginsAt, endsAt, version, reason }
    await thenReread(ask(deskCalls.changeActivity, { params: { id }, body }), deskCalls.activities)
    toast.good(`${nameOf(activity)} changed.`)
  }
  return (
    <ChangeDialog
      title={`Change ${nameOf(activity)}`}
      detail="Applies to everyone at once. Unclaimed gifts follow the new terms, or are unavailable while closed. Claimed gifts stay."
      onClose={onClose}
      problem={problem}
      fields={fields}
      onSave={save}
    >
      <Check label="Open: shown and claimed" checked={isOpen} onChange={setOpen} />
      <div className={styles.pair}>
        <Field
          label={`Goal: ${metrics[activity.metric].toLowerCase()}`}
          value={goal}
          inputMode="numeric"
          onChange={({ target }) => setGoal(target.value)}
        />
        <Field
          label="Gift, in bonus coins"
          value={gift}
          inputMode="numeric"
          onChange={({ target }) => setGift(target.value)}
        />
      </div>
      <div className={styles.pair}>
        <Field
          label="From, your time"
          type="datetime-local"
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
        <Field
          label="Until, your time"
          type="datetime-local"
          value={until}
          onChange={({ target }) => setUntil(target.value)}
        />
      </div>
    </ChangeDialog>
  )
}

/** Activities: open or closed, when they run, goals and gifts. */
export const Activities = () => {
  const [changed, setChanged] = useState<DeskActivity | null>(null)
  const read = useRead(deskCalls.activities, {})
  if (!read.data) return <Waiting of={read} />
  return (
    <div className={styles.list}>
      <Table
        label="Activities"
        columns={columns}
        rows={read.data}
        keyOf={({ id }) => id}
        onPress={setChanged}
      />
      <p className={styles.note}>
        What an activity counts and how often it resets is fixed. So are levels, VIP and invitations.
      </p>
      {changed && <Change key={changed.id} activity={changed} onClose={() => setChanged(null)} />}
    </div>
  )
}
