import type { MatchState } from '@minefall/shared/game'
import { type AskedFrom, freedSeats, needsTransaction } from '../journal/effects.ts'
import { type LogEntry, readLogHead } from '../journal/fairness-log.ts'
import type { Append, Appended } from '../journal/journal.ts'
import { type StakeRefusal, writeMoney } from '../journal/money.ts'
import { patience, persist } from '../journal/persist.ts'
import { type JournalRow, parseRow } from '../journal/rows.ts'
import type { Opening } from '../lobby/opening.ts'
import type { Shard } from '../shards/shards.ts'
import type { World } from '../world.ts'
import type { LiveMatch } from './live-match.ts'
import { extend, isOver } from './record.ts'

export type CommitOptions = {
  /** The caller is in the turn of the shard's fairness log already. */
  inLog?: boolean | undefined
  /** The lock's entry of the fairness log. */
  locked?: LogEntry | undefined
  opening?: Opening | undefined
  /** Whether the stakes were captured, where the state can't tell. */
  captured?: boolean | undefined
  /** The session that takes a seat. */
  session?: string | null | undefined
  /** Where the seat was asked from that is taken. */
  from?: AskedFrom | undefined
  /** Seats whose missing seed is no fault of their players. */
  excused?: readonly number[] | undefined
  /** What became of a first attempt that was made already; rejects where that is in doubt. */
  attempted?: (() => Promise<Appended>) | undefined
}

export type Committed =
  | { kind: 'written' }
  | { kind: 'fenced' }
  /** Others' rows stood there; the match has moved on to them. */
  | { kind: 'foreign' }
  | { kind: 'clash' }
  | { kind: 'refused'; reason: StakeRefusal }

const endsMatch = (row: JournalRow): boolean =>
  row.events.some(({ type }) => type === 'Settled' || type === 'Voided')

/** Reads the log's head again, for as long as it takes: what was in doubt may have extended it. */
const catchUpLog = async (world: World, shard: Shard): Promise<void> => {
  const wait = patience(world.patience)
  for (;;) {
    await wait()
    try {
      shard.log = await readLogHead(world.db.journal, shard.number)
      return
    } catch (error) {
      world.log.warn({ err: error, shard: shard.number }, 'the fairness log could not be read')
    }
  }
}

const writeInTransaction = async (
  world: World,
  match: LiveMatch,
  row: JournalRow,
  options: CommitOptions,
) => {
  const { shard, record } = match
  const { locked, opening, from, excused } = options
  const work = {
    row,
    shard,
    before: record.state,
    captured: options.captured ?? record.state.phase === 'playing',
    terms: { ...world.settings, trialRefill: BigInt(world.settings.trialRefill) },
    session: options.session ?? null,
    locked,
    opening,
    from,
    excused,
  }
  const done = await persist<StakeRefusal>(
    world.db.journal,
    row,
    async () => {
      const outcome = await writeMoney(world.db.journal, work)
      if (outcome.kind === 'refused') return { kind: 'refused', refused: outcome.reason }
      if (outcome.log) shard.log = outcome.log
      return { kind: outcome.kind }
    },
    world.patience,
  )
  if (done.kind === 'found' && (locked || opening || endsMatch(row))) await catchUpLog(world, shard)
  return done
}

/** What the journal is given of a decision that moves no coins. */
export const appendOf = ({ shard, record }: LiveMatch, row: JournalRow): Append => ({
  row,
  shard: shard.number,
  epoch: shard.epoch,
  freed: freedSeats(record.state, row.events),
})

/** Appends until the fate of the decision is known. */
const writeMove = (world: World, match: LiveMatch, row: JournalRow, { attempted }: CommitOptions) => {
  const append = () =>
    new Promise<Appended>((resolve, reject) => {
      world.journal.append(appendOf(match, row), (outcome, error) =>
        outcome === null ? reject(error) : resolve(outcome),
      )
    })
  let attempt = attempted ?? append
  return persist<never>(
    world.db.journal,
    row,
    async () => {
      const made = attempt()
      attempt = append
      return { kind: await made }
    },
    world.patience,
  )
}

/** Moves memory on and tells everyone. Throws when folding fails, with `record.committed` moved on. */
export const apply = (world: World, match: LiveMatch, row: JournalRow): void => {
  const before: MatchState = match.record.state
  extend(match.record, row)
  if (isOver(match.record.state)) match.endedAt = world.clock.now()
  world.committed(match, row, before)
}

/**
 * Commits one decision of a match, then folds it into memory. Comes back when its fate is known; rejects for
 * what the database will never take and when the host is closed.
 */
export const commit = async (
  world: World,
  match: LiveMatch,
  row: JournalRow,
  options: CommitOptions = {},
): Promise<Committed> => {
  const { shard } = match
  const money = needsTransaction(row.events)
  const write = () => writeInTransaction(world, match, row, options)
  const done = money
    ? await (endsMatch(row) && !options.inLog ? shard.logInTurn.run(write) : write())
    : await writeMove(world, match, row, options)
  switch (done.kind) {
    case 'written':
    case 'found':
      world.metrics.decided(money ? 'money' : 'moves')
      apply(world, match, row)
      return { kind: 'written' }
    case 'foreign':
      for (const stored of done.rows) apply(world, match, parseRow(stored))
      return { kind: 'foreign' }
    case 'fenced':
      world.lost(shard)
      return { kind: 'fenced' }
    case 'clash':
      return { kind: 'clash' }
    case 'refused':
      return { kind: 'refused', reason: done.refused }
  }
}
