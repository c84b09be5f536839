import type { Sql } from './database.ts'
import { sqlState } from './in-doubt.ts'

/** A function of `functions/`, with its arguments. Each answers true, or raises and undoes the statement. */
export type Call = { name: string; values: readonly unknown[] }

/**
 * Calls functions one after another in one statement, which is its own transaction unless `sql` is one already.
 * A CASE evaluates its condition before its branch, whatever the planner does.
 */
export const callAll = async (sql: Sql, calls: readonly Call[]): Promise<void> => {
  const values: unknown[] = []
  const parts = calls.map((call) => {
    const numbers = call.values.map((value) => `$${values.push(value)}`)
    return `${call.name}(${numbers.join(', ')})`
  })
  const whole = parts.reduceRight((rest, part) => `case when ${part} then ${rest} end`, 'true')
  await sql.query(`select ${whole}`, values)
}

/** Why a function refused, where a caller can act on it; null for every other error. */
export const refusalOf = (error: unknown): string | null =>
  sqlState(error) === 'MF001' && error instanceof Error ? error.message : null
