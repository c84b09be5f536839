import { setTimeout as delay } from 'node:timers/promises'
import type { ClientBase, QueryResult } from 'pg'
import { DatabaseError, escapeLiteral } from 'pg'
import type { Lane, Row, Sql } from './database.ts'
import { isReadOnly, isRefusal, markInDoubt, markUnanswered, sqlState } from './in-doubt.ts'
import { valueTypes } from './values.ts'
import type { LaneWatch } from './watch.ts'

/** A borrowed connection. `broken`: must not be reused. */
export type Session = { client: ClientBase; release(broken: boolean): void }

/** Waits for a free session; rejects when there is no database to talk to. */
export type TakeSession = () => Promise<Session>

const attempts = 6

/**
 * Statements with values are prepared under a name, so that each session parses and plans them once. Texts are
 * written in the source, hence few; should someone build them from data, the later ones go unnamed.
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

/** Marks errors that did not come from the database. */
const answered = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked
  } catch (error) {
    throw isRefusal(error) ? error : markUnanswered(error)
  }
}

type Statement = {
  text: string
  values?: readonly unknown[] | undefined
  /** Without it the statement is planned again, as after a migration changed what a plan answers. */
  prepared: boolean
}

const run = async <R extends Row>(client: ClientBase, { text, values = [], prepared }: Statement) => {
  const name = values.length === 0 || !prepared ? undefined : nameOf(text)
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

/**
 * A plan made stale by another node's migration, which the database refuses before executing. Every pooled session
 * may hold one, so the retry uses no prepared plans; the session is closed. Recognized by the function that refuses
 * it, since messages are localized.
 */
const isStalePlan = (error: unknown) =>
  error instanceof DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

/** Whether its session is closed with it: a stale one, or one that began on a standby, whose next may find the primary. */
const endsSession = (error: unknown) => isStalePlan(error) || isReadOnly(error)

const isWorthRetrying = (error: unknown) =>
  sqlState(error) === '40001' || sqlState(error) === '40P01' || isStalePlan(error)

export type LaneOptions = {
  watch?: LaneWatch | undefined
  /** Labels a transaction for the server's views and logs, without a round trip. */
  purpose?: (() => string | undefined) | undefined
}

/** Statements and transactions over the sessions that `take` gives. */
export const laneOver = (take: TakeSession, { watch, purpose }: LaneOptions = {}): Lane => {
  const takeWatched: TakeSession = async () => {
    const since = performance.now()
    const session = await answered(take())
    watch?.waited(performance.now() - since)
    return session
  }
  const ask = async <R extends Row>({ client }: Session, asked: Statement) => {
    const since = performance.now()
    try {
      return await run<R>(client, asked)
    } finally {
      watch?.ran(asked.text, performance.now() - since)
    }
  }

  const queryOnce = async <R extends Row>(asked: Statement) => {
    const session = await takeWatched()
    let broken = false
    try {
      const { rows, count } = await ask<R>(session, asked)
      return { rows, count }
    } catch (error) {
      broken = !isRefusal(error) || endsSession(error)
      throw isRefusal(error) ? error : markInDoubt(error)
    } finally {
      session.release(broken)
    }
  }

  const begin = () => {
    const name = purpose?.()
    const text = name === undefined ? 'begin' : `begin; set local application_name = ${escapeLiteral(name)}`
    return { text, prepared: true }
  }

  const attempt = async <T>(work: (tx: Sql) => Promise<T>, prepared: boolean): Promise<T> => {
    const session = await takeWatched()
    let open = true
    let broken = false
    const tx: Sql = {
      async query<R extends Row>(text: string, values?: readonly unknown[]) {
        if (!open) throw new Error('This transaction is over: a statement came too late.')
        const { rows, count } = await ask<R>(session, { text, values, prepared })
        return { rows, count }
      },
    }
    const commit = async () => {
      open = false
      const { command } = await ask(session, { text: 'commit', prepared }).catch((error: unknown) => {
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
      if (broken) return
      // A session that can't roll back is closed, which rolls back as well.
      await ask(session, { text: 'rollback', prepared }).catch(() => {
        broken = true
      })
      broken ||= endsSession(cause)
    }
    try {
      await ask(session, begin())
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

  const watched = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      watch?.failed(error)
      throw error
    }
  }

  const query = async <R extends Row>(text: string, values?: readonly unknown[]) => {
    try {
      return await queryOnce<R>({ text, values, prepared: true })
    } catch (error) {
      if (!isStalePlan(error)) throw error
      return await queryOnce<R>({ text, values, prepared: false })
    }
  }

  const transaction: Lane['transaction'] = async (work) => {
    let prepared = true
    for (let number = 1; ; number++) {
      try {
        return await attempt(work, prepared)
      } catch (error) {
        if (number === attempts || !isWorthRetrying(error)) throw error
        prepared &&= !isStalePlan(error)
        // Randomized, so that two conflicting transactions don't meet again.
        await delay(Math.random() * 5 * 2 ** number)
      }
    }
  }

  return {
    query: (text, values) => watched(query(text, values)),
    transaction: (work) => watched(transaction(work)),
  }
}
