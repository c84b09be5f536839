import type { MatchState } from '@minefall/shared/game'
import { currentOrigin } from '@minefall/shared/node'
import { freedSeats, needsTransaction } from '../journal/effects.ts'
import { readLogHead } from '../journal/fairness-log.ts'
import type { Append } from '../journal/journal.ts'
import { type MoneyWork, writeMoney } from '../journal/money.ts'
import { type Appended, type Attempt, keepTrying, persist } from '../journal/persist.ts'
import { type JournalRow, parseRow } from '../journal/rows.ts'
import type { MatchRefusal } from '../refusals.ts'
import type { World } from '../world.ts'
import type { LiveMatch } from './live-match.ts'
import { extend, isOver, seatOfHolder } from './record.ts'

/** The sender: a player's command, identified by its id and verified by its hash. */
export type Actor = { playerId: string; commandId: string; requestHash: string }

export type Performed = { ok: true; seq: number; seat: number | null } | { ok: false; refusal: MatchRefusal }

export type CommitOptions = Omit<MoneyWork, 'row' | 'shard' | 'before' | 'eventsHash' | 'settings'> & {
  /** The caller already holds the turn of the shard's fairness log. */
  inLog?: boolean | undefined
  /** The result of a first attempt already made: null with the error if in doubt. */
  attempted?: { outcome: Appended | null; error: unknown } | undefined
}

/** The next row of a match's journal. No actor: clocks, locks, voids. */
export const rowOf = (
  { id, record: { state, committed } }: LiveMatch,
  events: JournalRow['events'],
  at: number,
  actor?: Actor,
): JournalRow => {
  const [first] = events
  const seatOf = ({ playerId }: Actor) =>
    first?.type === 'SeatTaken' ? first.seat : seatOfHolder(state, playerId)
  return {
    matchId: id,
    seq: committed + 1,
    seat: actor ? seatOf(actor) : null,
    commandId: actor?.commandId ?? null,
    requestHash: actor?.requestHash ?? null,
    events,
    at,
  }
}

const endsMatch = (row: JournalRow): boolean =>
  row.events.some(({ type }) => type === 'Settled' || type === 'Voided')

const writeInTransaction = async (
  { db: { journal }, settings, patience }: World,
  { shard, record }: LiveMatch,
  row: JournalRow,
  options: CommitOptions,
) => {
  const { state: before, events } = record
  const eventsHash = events.length === before.seq ? record.eventsHash : null
  const work = { ...options, row, shard, before, eventsHash, settings }
  const span = currentOrigin()?.span?.part('commit')
  const done = await persist(journal, row, () => writeMoney(journal, work), patience)
  span?.end()
  // The append in doubt has extended the log.
  if (done.kind === 'found' && (options.locked || options.opening || endsMatch(row)))
    shard.log = await keepTrying(patience, 'the fairness log could not be read', () =>
      readLogHead(journal, shard.number),
    )
  return done
}

/** What the journal is given of a decision that moves no coins. */
export const appendOf = ({ shard, record }: LiveMatch, row: JournalRow): Append => ({
  row,
  shard: shard.number,
  epoch: shard.epoch,
  freed: freedSeats(record.state, row.events),
})

const writeMove = (world: World, match: LiveMatch, row: JournalRow, { attempted }: CommitOptions) => {
  let known = attempted
  const append = () =>
    new Promise<Attempt<never>>((resolve, reject) => {
      const told = (kind: Appended | null, error: unknown) => (kind ? resolve({ kind }) : reject(error))
      if (known) told(known.outcome, known.error)
      else world.journal.append(appendOf(match, row), told)
      known = undefined
    })
  return persist(world.db.journal, row, append, world.patience)
}

/** Applies a row to memory and announces it. Throws when folding fails, with `record.committed` advanced. */
export const apply = (world: World, match: LiveMatch, row: JournalRow): void => {
  const before: MatchState = match.record.state
  extend(match.record, row)
  if (isOver(match.record.state)) match.endedAt = world.clock.now()
  world.committed(match, row, before)
}

/**
 * Commits one decision of a match, then applies it to memory. Resolves when its fate is known: null if other rows
 * stood in its place, which were applied instead. Rejects for what the database will never take and when the host is
 * closed.
 */
export const commit = async (
  world: World,
  match: LiveMatch,
  row: JournalRow,
  options: CommitOptions = {},
): Promise<Performed | null> => {
  const { shard } = match
  const movesCoins = needsTransaction(row.events)
  const write = () => (movesCoins ? writeInTransaction : writeMove)(world, match, row, options)
  const done = await (endsMatch(row) && !options.inLog ? shard.logInTurn.run(write) : write())
  switch (done.kind) {
    case 'written':
    case 'found':
      world.metrics.decided(movesCoins ? 'money' : 'moves')
      apply(world, match, row)
      return { ok: true, seq: row.seq, seat: row.seat }
    case 'foreign':
      for (const stored of done.rows) apply(world, match, parseRow(stored))
      return null
    case 'fenced':
      world.lost(shard)
      return { ok: false, refusal: 'shard-moved' }
    case 'clash':
      return { ok: false, refusal: 'command-reused' }
    case 'refused':
      return { ok: false, refusal: done.refusal }
  }
}
