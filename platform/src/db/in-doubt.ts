import { DatabaseError } from 'pg'

const marked = new WeakSet<object>()

/** Marks an error whose statement or commit may have taken effect or not. */
export const markInDoubt = (error: unknown): Error => {
  const marking = error instanceof Error ? error : new Error(String(error))
  marked.add(marking)
  return marking
}

/** True when a statement's or commit's fate is unknown: the connection died or timed out before the answer. */
export const isInDoubt = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && marked.has(error)

const unanswered = new WeakSet<object>()

/** Marks an error that came in place of the database's answer: there was no session, or it died. */
export const markUnanswered = (error: unknown): Error => {
  const marking = error instanceof Error ? error : new Error(String(error))
  unanswered.add(marking)
  return marking
}

/**
 * True when the database is away, closing, full, busy or too slow, takes no writes or lets no one in, as around a failover:
 * trying again later may do.
 * Classes: https://www.postgresql.org/docs/15/errcodes-appendix.html
 */
export const isUnavailable = (error: unknown): boolean =>
  (typeof error === 'object' && error !== null && unanswered.has(error)) ||
  isInDoubt(error) ||
  /^(08|25006|25P03|28|3D|40|53|57)/.test(sqlState(error) ?? '')

/** True when the server takes no writes, as a standby before it is promoted. */
export const isReadOnly = (error: unknown): boolean => sqlState(error) === '25006'

/** The SQLSTATE that the database answered with; undefined for an error of the connection or of this program. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof DatabaseError ? error.code : undefined

/**
 * Whether the database itself said that the statement failed. Errors of class 08 and 57P0x are said by a
 * session that is being closed, which may come after a commit; 40003 says outright that no one knows.
 */
export const isRefusal = (error: unknown): boolean => {
  const state = sqlState(error)
  return state !== undefined && !state.startsWith('08') && !state.startsWith('57P') && state !== '40003'
}
