import { setTimeout as delay } from 'node:timers/promises'
import type { ClientBase, QueryResult } from 'pg'
import type { Lane, Row, Sql } from './database.ts'
import { isRefusal, markInDoubt, markUnanswered, sqlState } from './in-doubt.ts'
import { valueTypes } from './values.ts'

/** A connection taken for a while. `broken` tells that it must not be used again. */
export type Session = { client: ClientBase; release(broken: boolean): void }

/** Waits for a free session; rejects when there is no database to talk to. */
export type TakeSession = () => Promise<Session>

const attempts = 6

/**
 * Statements with values are prepared under a name, so that each session parses and plans them once. Texts are
 * written in the source, hence few; should somebody build them from data, the later ones go unnamed.
 */
const preparedMost = 500
const names = new Map<string, string>()
const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= preparedMost) return known
  const name = `s${names.size + 1}`
  names.set(text, name)
  return name
}

/** Marks what fails without a word of the database. */
const answered = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked
  } catch (error) {
    throw isRefusal(error) ? error : markUnanswered(error)
  }
}

const run = async <R extends Row>(client: ClientBase, text: string, values: readonly unknown[] = []) => {
  const name = values.length === 0 ? undefined : nameOf(text)
  const result: QueryResult<R> | QueryResult<R>[] = await answered(
    client.query<R>({
      text,
      values: [...values],
      types: valueTypes,
      ...(name === undefined ? {} : { name }),
    }),
  )
  // Several statements in one text (migrations) give several results; the last one counts.
  const last = Array.isArray(result) ? result.at(-1) : result
  return { rows: last?.rows ?? [], count: last?.rowCount ?? 0, command: last?.command ?? '' }
}

/** A plan from before a migration of another node: a fresh session has none. */
const isStalePlan = (error: unknown) =>
  sqlState(error) === '0A000' && error instanceof Error && error.message.startsWith('cached plan')

const isWorthRetrying = (error: unknown) =>
  sqlState(error) === '40001' || sqlState(error) === '40P01' || isStalePlan(error)

/** Statements and transactions over the sessions that `take` gives. */
export const laneOver = (take: TakeSession): Lane => {
  const query: Sql['query'] = async <R extends Row>(text: string, values?: readonly unknown[]) => {
    const session = await answered(take())
    let broken = false
    try {
      const { rows, count } = await run<R>(session.client, text, values)
      return { rows, count }
    } catch (error) {
      broken = !isRefusal(error) || isStalePlan(error)
      throw isRefusal(error) ? error : markInDoubt(error)
    } finally {
      session.release(broken)
    }
  }

  const attempt = async <T>(work: (tx: Sql) => Promise<T>): Promise<T> => {
    const session = await answered(take())
    let open = true
    let broken = false
    const tx: Sql = {
      async query<R extends Row>(text: string, values?: readonly unknown[]) {
        if (!open) throw new Error('This transaction is over: a statement came too late.')
        const { rows, count } = await run<R>(session.client, text, values)
        return { rows, count }
      },
    }
    const commit = async () => {
      open = false
      const { command } = await run(session.client, 'commit').catch((error: unknown) => {
        if (isRefusal(error)) throw error
        broken = true
        throw markInDoubt(error)
      })
      if (command === 'COMMIT') return
      throw new Error(
        'A statement of this transaction had failed and was caught: everything was rolled back.',
      )
    }
    const rollBack = async (cause: unknown) => {
      open = false
      broken ||= isStalePlan(cause)
      if (broken) return
      // A session that can't roll back is closed, which rolls back as well.
      await run(session.client, 'rollback').catch(() => {
        broken = true
      })
    }
    try {
      await run(session.client, 'begin')
      const result = await work(tx)
      await commit()
      return result
    } catch (error) {
      await rollBack(error)
      throw error
    } finally {
      session.release(broken)
    }
  }

  const transaction: Lane['transaction'] = async (work) => {
    for (let number = 1; ; number++) {
      try {
        return await attempt(work)
      } catch (error) {
        if (number === attempts || !isWorthRetrying(error)) throw error
        // Spread, so that two transactions that met don't meet again.
        await delay(Math.random() * 5 * 2 ** number)
      }
    }
  }

  return { query, transaction }
}
