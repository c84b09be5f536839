import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '@minefall/shared/node'
import type { Log, Sql } from '../../db/index.ts'
import { type JournalRow, readRows, type StoredRow } from './rows.ts'

/** How a decision ended up. `foreign`: other rows stand where it was to go. */
export type Persisted<Refused> =
  | { kind: 'written' }
  /** It was written, but found only by reading the journal again. */
  | { kind: 'found' }
  | { kind: 'fenced' }
  | { kind: 'foreign'; rows: StoredRow[] }
  /** Nothing stands there, yet it can't be written: the seat's command id was used before. */
  | { kind: 'clash' }
  | { kind: 'refused'; refused: Refused }

export type Attempt<Refused> =
  | { kind: 'written' | 'fenced' | 'conflict' }
  | { kind: 'refused'; refused: Refused }

export type Patience = {
  clock: Clock
  log: Log
  retryMs: readonly [number, number]
  /** Turns true when the host is closed: then nothing is tried again. */
  closed: () => boolean
  /** Tells at that moment, so that nobody sleeps through it. */
  onClosing: (listener: () => void) => () => void
}

/** Rejects the append of a host that was closed while the database was away. */
export class Closed extends Error {}

const sqlState = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null

/** What fails without the database being at fault: the same attempt would fail again. */
export class Permanent extends Error {}

/**
 * Errors that the same statement would meet again: broken constraints, wrong data, wrong SQL. All others come from
 * a database that is away, slow or busy.
 * Classes: https://www.postgresql.org/docs/15/errcodes-appendix.html
 */
export const isPermanent = (error: unknown): boolean => {
  if (error instanceof Permanent) return true
  const state = sqlState(error)
  if (state === null) return false
  return /^(0A|2[0-9]|3[0-9]|42|P0)/.test(state) && state !== '25P03' && state !== '25P02'
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
    if (closed()) throw new Closed('the host is closed')
    if (tries > 1) await pause(options, Math.min(longest, shortest * 2 ** (tries - 2)))
    tries += 1
    if (closed()) throw new Closed('the host is closed')
  }
}

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
export const persist = async <Refused>(
  sql: Sql,
  row: JournalRow,
  attempt: () => Promise<Attempt<Refused>>,
  options: Patience,
): Promise<Persisted<Refused>> => {
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
      options.log.warn(
        { err: error, matchId: row.matchId, seq: row.seq },
        'an append to the journal is in doubt',
      )
    }
    const rows = await readAgain(sql, row, options)
    const [first] = rows
    if (first && isSame(first, row)) return { kind: 'found' }
    if (first) return { kind: 'foreign', rows }
    // Twice, because the row may have gone between the attempt and the reading only if it never was committed.
    if (clashes > 1) return { kind: 'clash' }
  }
}

const readAgain = async (sql: Sql, row: JournalRow, options: Patience): Promise<StoredRow[]> => {
  const wait = patience(options)
  for (;;) {
    await wait()
    try {
      return await readRows(sql, row.matchId, row.seq)
    } catch (error) {
      if (isPermanent(error)) throw error
    }
  }
}
