/** One row as the driver gives it. Reading code parses it with zod or narrows it; see {@link Sql} for the values. */
export type Row = Record<string, unknown>

/**
 * Runs one statement. Both engines agree on every value:
 *
 * - Out: int2/int4/float → number, int8 → bigint, numeric → string, bool → boolean, text and uuid → string,
 *   timestamptz → Date, bytea → Uint8Array, json and jsonb → parsed, arrays of these → arrays.
 * - In: bigint, number, string, boolean, null, Date, Uint8Array and arrays of these (arrays are SQL arrays).
 *   A plain object is sent as JSON. A JSON array or a JSON scalar is sent as its text, `JSON.stringify(value)`,
 *   for a parameter of type jsonb; rows of JSON for `unnest` are an array of such texts for `$1::jsonb[]`.
 *
 * `count` is the number of rows returned or changed.
 */
export type Sql = {
  query<R extends Row = Row>(text: string, values?: readonly unknown[]): Promise<{ rows: R[]; count: number }>
}

/** Statements on their own, and transactions. */
export type Lane = Sql & {
  /**
   * Runs in one transaction, committed when `run` resolves and rolled back when it rejects. It serializes
   * nothing but what the SQL locks. Serialization failures and deadlocks (40001, 40P01) are retried a bounded
   * number of times, so `run` may be called again and must not act outside the database. When the fate of the
   * commit is unknown, the rejection answers true to `isInDoubt`.
   */
  transaction<T>(run: (tx: Sql) => Promise<T>): Promise<T>
}

export type Database = Lane & {
  kind: 'pglite' | 'postgres'
  /** Whether there was nothing in it before it was opened. */
  isNew: boolean
  /**
   * The match host's own sessions. On a server `statement_timeout` and `idle_in_transaction_session_timeout`
   * are 300 ms there, and 30 s elsewhere, so that a stopped node can't hold up its successor; on PGlite it is the same engine.
   */
  journal: Lane
  close(): Promise<void>
}

/** Where the database layer writes; a pino logger fits. */
export type Log = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
