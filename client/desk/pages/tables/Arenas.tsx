import { type ArenaPhase, phaseOf } from '@minefall/shared/arena'
import { bodyCode } from '@minefall/shared/contracts'
import { arenaLimits, deskCalls, tableLimits } from '@minefall/shared/contracts/desk'
import type { Arena } from '@minefall/shared/contracts/live'
import { useState } from 'react'
import { isCallError } from '../../../src/lib/call-error.ts'
import { drawUuid } from '../../../src/lib/draw-uuid.ts'
import { ask } from '../../api.ts'
import { thenReread, useRead } from '../../queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip, type ChipTone } from '../../ui/Chip.tsx'
import { Field, Select } from '../../ui/Field.tsx'
import { Bar } from '../../ui/Layout.tsx'
import { Coins } from '../../ui/Stat.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { toast } from '../../ui/ToastRegion.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { coinNames, count, lasting, percentOf, tableName } from '../../ui/words.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import { bpsIn, instantIn, wholeIn } from './change-lines.ts'
import styles from './tables.module.css'

const phases: Readonly<Record<ArenaPhase, { label: string; tone: ChipTone }>> = {
  announced: { label: 'Announced', tone: 'info' },
  open: { label: 'Open to join', tone: 'info' },
  running: { label: 'Running', tone: 'ok' },
  ending: { label: 'Last matches', tone: 'ok' },
  finished: { label: 'Over', tone: 'plain' },
  canceled: { label: 'Canceled', tone: 'bad' },
}

const isOver = ({ finishedAt, canceledAt }: Arena) => finishedAt !== null || canceledAt !== null

const columns: readonly Column<Arena>[] = [
  { id: 'begins', title: 'Starts', opens: true, cell: ({ beginsAt }) => <Time at={beginsAt} as="day" /> },
  { id: 'lasts', title: 'Lasts', right: true, cell: ({ beginsAt, endsAt }) => lasting(endsAt - beginsAt) },
  {
    id: 'state',
    title: 'State',
    cell: (arena) => {
      const { label, tone } = phases[phaseOf(arena, Date.now())]
      return <Chip tone={tone}>{label}</Chip>
    },
  },
  { id: 'plan', title: 'Created by', cell: ({ plan }) => plan ?? 'Staff' },
  { id: 'table', title: 'Table', cell: ({ gameId }) => tableName(gameId) },
  { id: 'asset', title: 'In', cell: ({ asset }) => coinNames[asset] },
  {
    id: 'stake',
    title: 'Stake',
    right: true,
    cell: ({ stake }) => (stake === '0' ? 'Free' : <Coins amount={stake} />),
  },
  { id: 'rake', title: 'Rake', right: true, cell: ({ rakeBps }) => percentOf(rakeBps) },
  { id: 'players', title: 'Players', right: true, cell: ({ players }) => count(players) },
  { id: 'pot', title: 'Prizes', right: true, cell: ({ pot }) => <Coins amount={pot} /> },
]

const Cancel = ({ arena, onClose }: { arena: Arena; onClose: () => void }) => {
  const save = async (reason: string) => {
    const { arenaId } = arena
    await thenReread(
      ask(deskCalls.cancelArena, { params: { id: arenaId }, body: { reason } }),
      deskCalls.arenas,
    )
    toast.good('Arena canceled.')
  }
  return (
    <ChangeDialog
      title="Cancel the arena"
      detail="Matches in progress play to the end but don’t count. Stakes are returned within a minute."
      words={{ 1403: 'Your own account joined it. Someone else has to decide.', 1409: 'It’s already over.' }}
      onClose={onClose}
      problem={null}
      onSave={save}
    >
      <p className={styles.note}>
        {tableName(arena.gameId)}, <Time at={arena.beginsAt} as="day" />, {count(arena.players)} players
      </p>
    </ChangeDialog>
  )
}

const tables = ['mines-clues', 'mines-royale'] as const
const assets = (['coin', 'promo'] as const).map((value) => ({ value, label: coinNames[value] }))
const fields = {
  gameId: 'the table',
  beginsAt: 'the start',
  minutes: 'how long it lasts',
  stake: 'the stake',
  asset: 'the coins',
  rakeBps: 'the rake',
  potMost: 'the prizes',
} as const

const Make = ({ onClose }: { onClose: () => void }) => {
  const [arenaId, setArenaId] = useState(drawUuid)
  const [gameId, setGame] = useState<(typeof tables)[number]>(tables[0])
  const [begins, setBegins] = useState('')
  const [minutes, setMinutes] = useState('30')
  const [asset, setAsset] = useState<'coin' | 'promo'>('coin')
  const [stake, setStake] = useState('100')
  const [rake, setRake] = useState('0')
  const [each, setEach] = useState('10')
  const [most, setMost] = useState('500')
  const beginsAt = instantIn(begins)
  const lasts = wholeIn(minutes, arenaLimits.minutesLeast, arenaLimits.minutesMost)
  const coins = wholeIn(stake, 0, tableLimits.stakeMost)
  const isFree = coins === 0
  const rakeBps = isFree ? 0 : bpsIn(rake)
  const [potEach, potMost] = [wholeIn(each, 1, arenaLimits.potMost), wholeIn(most, 1, arenaLimits.potMost)]
  const problem =
    typeof beginsAt !== 'number' || beginsAt <= Date.now()
      ? 'Enter a start in the future.'
      : lasts === undefined
        ? `Enter ${arenaLimits.minutesLeast} to ${arenaLimits.minutesMost} minutes.`
        : coins === undefined
          ? `Enter a stake from 0 to ${count(tableLimits.stakeMost)}.`
          : rakeBps === undefined
            ? `Enter a rake from 0 to ${percentOf(tableLimits.rakeBpsMost)}, with up to two decimals.`
            : isFree && (potEach === undefined || potMost === undefined || potMost < potEach)
              ? `Enter 1 to ${count(arenaLimits.potMost)} bonus coins per player, and no less than that in all.`
              : null
  const save = async (reason: string) => {
    if (typeof beginsAt !== 'number' || lasts === undefined || rakeBps === undefined) return
    const terms = isFree
      ? ({ asset: 'promo', stake: '0', potEach: String(potEach), potMost: String(potMost) } as const)
      : { asset, stake: String(coins), potEach: '0', potMost: '0' }
    const body = { arenaId, gameId, beginsAt, minutes: lasts, rakeBps, reason, ...terms }
    try {
      await thenReread(ask(deskCalls.makeArena, { body }), deskCalls.arenas)
    } catch (refused) {
      // It was made on the terms first sent, whose answer was lost; what is saved next is another one.
      if (isCallError(refused) && refused.code === bodyCode.conflict) setArenaId(drawUuid())
      throw refused
    }
    toast.good('Arena announced.')
  }
  return (
    <ChangeDialog
      title="New arena"
      words={{
        1409: 'Your first version was announced: see the list. Save again to announce this one, too.',
      }}
      detail="Players can join from 15 minutes before the start. Stakes are paid out in full, less the rake. With no stake, the house gives bonus coins."
      onClose={onClose}
      problem={problem}
      fields={fields}
      onSave={save}
    >
      <div className={styles.pair}>
        <Select
          label="Table"
          options={tables.map((value) => ({ value, label: tableName(value) }))}
          value={gameId}
          onChange={setGame}
        />
        <Field
          label="Minutes"
          value={minutes}
          inputMode="numeric"
          onChange={({ target }) => setMinutes(target.value)}
        />
      </div>
      <div className={styles.pair}>
        <Field
          label="Starts, your time"
          type="datetime-local"
          value={begins}
          onChange={({ target }) => setBegins(target.value)}
        />
        <Field
          label="Stake (0 is free)"
          value={stake}
          inputMode="numeric"
          onChange={({ target }) => setStake(target.value)}
        />
      </div>
      <div className={styles.pair}>
        {isFree ? (
          <>
            <Field
              label="Bonus coins per player"
              value={each}
              inputMode="numeric"
              onChange={({ target }) => setEach(target.value)}
            />
            <Field
              label="Bonus coins in all, at most"
              value={most}
              inputMode="numeric"
              onChange={({ target }) => setMost(target.value)}
            />
          </>
        ) : (
          <>
            <Select label="In" options={assets} value={asset} onChange={setAsset} />
            <Field
              label="Rake, %"
              value={rake}
              inputMode="decimal"
              onChange={({ target }) => setRake(target.value)}
            />
          </>
        )}
      </div>
    </ChangeDialog>
  )
}

/** Arenas: what is announced and under way, one more, and an end to one. */
export const Arenas = () => {
  const [isMaking, setMaking] = useState(false)
  const [canceled, setCanceled] = useState<Arena | null>(null)
  const read = useRead(deskCalls.arenas, {})
  if (!read.data) return <Waiting of={read} />
  return (
    <div className={styles.list}>
      <Bar>
        <Button tone="act" onClick={() => setMaking(true)}>
          New arena
        </Button>
      </Bar>
      <Table
        label="Arenas"
        columns={columns}
        rows={read.data}
        keyOf={({ arenaId }) => arenaId}
        onPress={(arena) => {
          if (!isOver(arena)) setCanceled(arena)
        }}
      />
      <p className={styles.note}>Select an arena that isn’t over to cancel it.</p>
      {isMaking && <Make onClose={() => setMaking(false)} />}
      {canceled && <Cancel key={canceled.arenaId} arena={canceled} onClose={() => setCanceled(null)} />}
    </div>
  )
}
