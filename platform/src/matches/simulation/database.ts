import { DatabaseError } from 'pg'
import type { Database, Lane, Row, Sql } from '../../db/index.ts'
import { writeProbe } from '../journal/persist.ts'
import type { Chances } from './chances.ts'
import { inLife, type Life, newLife } from './life.ts'
import type { Hold, Session } from './session.ts'
import type { Timeline } from './timeline.ts'
import type { Strike, Weather } from './weather.ts'

/** As the driver tells it. */
const databaseError = (code: string, message: string): DatabaseError =>
  Object.assign(new DatabaseError(message, 0, 'error'), { code })

const lostConnection = () => databaseError('57P01', 'simulated: the connection was lost')
const diskFull = () => databaseError('53100', 'simulated: could not extend file: No space left on device')
const refusal = (strike: 'serialization' | 'canceled') =>
  strike === 'serialization'
    ? databaseError('40001', 'simulated: could not serialize access')
    : databaseError('57014', 'simulated: canceling statement due to statement timeout')

export type SeaOptions = {
  /** The real database, which is given one statement at a time. */
  engine: Sql
  session: Session
  timeline: Timeline
  chances: Chances
  weather: Weather
}

const attemptsMost = 6

/** Statements that write, among those of the match host: a decision that moves coins is a chain of functions. */
const writes = /\b(insert|update|delete)\b|^\s*select case when/i

/**
 * The real database as one life of the program meets it: every statement takes virtual time to get there and back,
 * and each of them, the commit too, may be refused, lost before or after it had its effect, or take effect late. The
 * statements run for real, one after another, each to its end before anything else happens: so a seed replays.
 */
export const unreliableDatabase = (life: Life, options: SeaOptions): Database => {
  const { engine, session, timeline, chances, weather } = options
  /** The server goes on with what was sent even if its sender is gone. */
  const server = newLife('database', `what ${life.name} had sent`)

  const runLate = (ms: number, run: () => Promise<unknown>) => {
    timeline.after(ms, async () => {
      const hold = session.takeNow(server)
      if (!hold) return runLate(1, run)
      await run().catch(() => {})
      session.release(hold)
    })
  }

  /** On its way to the server, there, and back. */
  const step = <A>(
    hold: Hold,
    run: () => Promise<A>,
    strikes: readonly Strike[],
    isWrite = false,
  ): Promise<A> =>
    new Promise((resolve, reject) => {
      const back = (settle: () => void) => {
        timeline.after(weather.statementMs(chances), () => inLife(timeline, life, settle))
      }
      const arrive = async () => {
        if (hold.lost) return back(() => reject(lostConnection()))
        const drawn = weather.strike(chances, life.place)
        const strike = drawn !== null && strikes.includes(drawn) ? drawn : null
        if (strike === null && isWrite && weather.diskFull) return back(() => reject(diskFull()))
        if (strike === 'serialization' || strike === 'canceled') return back(() => reject(refusal(strike)))
        if (strike === 'before' || strike === 'late') {
          if (strike === 'late') runLate(chances.between(1, 400), run)
          if (hold.inTransaction) {
            hold.inTransaction = false
            hold.lost = true
            await engine.query('rollback')
          }
          return back(() => reject(lostConnection()))
        }
        try {
          const answer = await run()
          back(() => (strike === 'after' ? reject(lostConnection()) : resolve(answer)))
        } catch (error) {
          back(() => reject(error))
        }
      }
      timeline.after(weather.statementMs(chances), () => inLife(timeline, life, arrive))
    })

  const alone: readonly Strike[] = ['before', 'after', 'late', 'serialization', 'canceled']
  const within: readonly Strike[] = ['before', 'serialization', 'canceled']

  const query: Sql['query'] = async <R extends Row>(text: string, values?: readonly unknown[]) => {
    const hold = await session.take(life)
    try {
      // Whether it answers is all that this asks, twice a second.
      const run =
        text === writeProbe ? async () => ({ rows: [], count: 1 }) : () => engine.query<R>(text, values)
      return await step(hold, run, alone, writes.test(text))
    } finally {
      session.release(hold)
    }
  }

  const attempt = async <T>(work: (tx: Sql) => Promise<T>): Promise<T> => {
    const hold = await session.take(life)
    let failed = false
    const tx: Sql = {
      async query<R extends Row>(text: string, values?: readonly unknown[]) {
        try {
          return await step(hold, () => engine.query<R>(text, values), within, writes.test(text))
        } catch (error) {
          failed = true
          throw error
        }
      },
    }
    const begin = async () => {
      await engine.query('begin')
      hold.inTransaction = true
    }
    const finish = (how: 'commit' | 'rollback') => async () => {
      hold.inTransaction = false
      await engine.query(how)
    }
    try {
      await step(hold, begin, ['before'])
      const result = await work(tx)
      if (failed) throw new Error('a statement of this transaction had failed and was caught')
      await step(hold, finish('commit'), ['before', 'after'])
      return result
    } catch (error) {
      if (hold.inTransaction && !hold.lost) await step(hold, finish('rollback'), [])
      throw error
    } finally {
      session.release(hold)
    }
  }

  const transaction: Lane['transaction'] = async (work) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt(work)
      } catch (error) {
        const again = error instanceof DatabaseError && error.code === '40001'
        if (tries === attemptsMost || !again) throw error
        await new Promise<void>((resolve) => {
          timeline.after(chances.between(1, 5), () => inLife(timeline, life, resolve))
        })
      }
    }
  }

  const lane = { query, transaction }
  return { kind: 'pglite', isNew: false, ...lane, journal: lane, close: async () => {} }
}
