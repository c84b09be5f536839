import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '@minefall/shared/node'
import {
  isReadOnly,
  isUnavailable,
  type Lane,
  type Log,
  refusalOf,
  type Sql,
  sqlState,
} from '../../db/index.ts'
import { type JournalRow, readRows, type StoredRow } from './rows.ts'

/** The answer of a host that was closed while the database was away. */
export class HostClosed extends Error {}

/** A failure that is not the database's fault: the same attempt would fail again. */
export class Permanent extends Error {}

/**
 * Errors that the same statement would meet again: broken constraints, wrong data, wrong SQL. Others come from a
 * database that is away, slow or busy.
 * Classes: https://www.postgresql.org/docs/15/errcodes-appendix.html
 */
export const isPermanent = (error: unknown): boolean => {
  if (error instanceof Permanent) return true
  const state = sqlState(error) ?? ''
  return /^(0A|2[0-9]|3[0-9]|42|P0)/.test(state) && state !== '25P02' && !isUnavailable(error)
}

export type Patience = {
  clock: Clock
  log: Log
  retryMs: readonly [number, number]
  /** Becomes true when the host is closed: nothing is retried then. */
  closed: () => boolean
  /** Tells at that moment, so that no one sleeps through it. */
  onClosing: (listener: () => void) => () => void
}

const pause = ({ clock, onClosing }: Patience, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      cancel()
      forget()
      resolve()
    }
    const cancel = clock.after(ms, end)
    const forget = onClosing(end)
  })

/** Waits between attempts: the second follows at once, later ones after the first figure up to the second. */
export const patience = (options: Patience) => {
  const { closed } = options
  const [shortest, longest] = options.retryMs
  let tries = 0
  return async (): Promise<void> => {
    if (closed()) throw new HostClosed('the host is closed')
    if (tries > 1) await pause(options, Math.min(longest, shortest * 2 ** (tries - 2)))
    tries += 1
    if (closed()) throw new HostClosed('the host is closed')
  }
}

/** Tries until it works, and logs each time that it does not. Rejects with what would fail again. */
export const keepTrying = async <T>(options: Patience, failed: string, run: () => Promise<T>): Promise<T> => {
  const wait = patience(options)
  for (;;) {
    await wait()
    try {
      return await run()
    } catch (error) {
      if (isPermanent(error)) throw error
      options.log.warn({ err: error }, failed)
    }
  }
}

/** The result of one attempt to append a decision. */
export type Appended = 'written' | 'fenced' | 'conflict'

export type Attempt<Refusal> = { kind: Appended } | { kind: 'refused'; refusal: Refusal }

export type Persisted<Refusal> =
  | { kind: 'written' | 'fenced' }
  | { kind: 'refused'; refusal: Refusal }
  /** It was written, which only reading the journal showed. */
  | { kind: 'found' }
  /** Other rows stand in its place. */
  | { kind: 'foreign'; rows: StoredRow[] }
  /** Nothing stands there, yet it can't be written: the seat's command id was used before. */
  | { kind: 'clash' }

const isSame = (stored: StoredRow, row: JournalRow): boolean =>
  stored.seq === row.seq &&
  stored.seat === row.seat &&
  stored.commandId === row.commandId &&
  isDeepStrictEqual(stored.events, JSON.parse(JSON.stringify(row.events)))

/**
 * Appends one decision and comes back only when its fate is known. After an error or a conflict the journal is
 * read from the decision's own number on: what stands there decides, and if nothing does, the same decision is
 * appended again at the same number, so that a commit that was in doubt and a second attempt can never both
 * count. While the database is away it goes on trying.
 */
export const persist = async <Refusal>(
  sql: Sql,
  row: JournalRow,
  attempt: () => Promise<Attempt<Refusal>>,
  options: Patience,
): Promise<Persisted<Refusal>> => {
  const { matchId, seq } = row
  const wait = patience(options)
  for (let clashes = 0; ; ) {
    await wait()
    try {
      const outcome = await attempt()
      if (outcome.kind === 'refused') return outcome
      if (outcome.kind !== 'conflict') return { kind: outcome.kind }
      clashes += 1
    } catch (error) {
      if (isPermanent(error)) throw error
      options.log.warn({ err: error, matchId, seq }, 'an append to the journal is in doubt')
    }
    const rows = await keepTrying(options, 'the journal could not be read again', () =>
      readRows(sql, matchId, seq),
    )
    const [first] = rows
    if (first && isSame(first, row)) return { kind: 'found' }
    if (first) return { kind: 'foreign', rows }
    // Twice, because the row may have gone between the attempt and the reading only if it never was committed.
    if (clashes > 1) return { kind: 'clash' }
  }
}

/** A journal that is not used is asked so often, in milliseconds. */
const idleMs = 500
/** Asks for nothing, but as a write does: a standby answers whatever only reads. */
export const writeProbe = 'select from shard_lease where false for share'

/** Watches a journal by the outcomes of its statements. One that is refused by a rule has been answered. */
export const watchStorage = (journal: Lane, { clock, awayMs }: { clock: Clock; awayMs: number }) => {
  let failingSince: number | null = null
  let answeredAt = clock.now()
  let asking = false
  let takesWrites = true
  const noteAnswer = () => {
    if (!takesWrites) return
    failingSince = null
    answeredAt = clock.now()
  }
  const watch = async <T>(run: () => Promise<T>): Promise<T> => {
    const begun = clock.now()
    try {
      const answer = await run()
      noteAnswer()
      return answer
    } catch (error) {
      if (isReadOnly(error)) takesWrites = false
      if (isPermanent(error) || refusalOf(error) !== null) noteAnswer()
      else failingSince ??= begun
      throw error
    }
  }
  const watched: Lane = {
    query: (text, values) => watch(() => journal.query(text, values)),
    transaction: (run) => watch(() => journal.transaction(run)),
  }
  return {
    journal: watched,
    /** Since when nothing came through, in milliseconds since 1970; null while all is well or has been wrong only briefly. */
    awaySince: () => (failingSince !== null && clock.now() - failingSince >= awayMs ? failingSince : null),
    /**
     * Asks it, if something failed since it last answered, as no one else may until it is known to be back; or if it has
     * not answered for a while: a player may think for minutes, and should not find out by clicking.
     */
    check(): void {
      if (asking || (failingSince === null && Math.abs(clock.now() - answeredAt) < idleMs)) return
      asking = true
      watched
        .query(writeProbe)
        .then(() => {
          takesWrites = true
          noteAnswer()
        })
        .catch(() => {})
        .finally(() => {
          asking = false
        })
    },
  }
}
