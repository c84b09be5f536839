import type { Gate, PostgresRelay, Session } from './postgres-relay.ts'
import { eventsIn, nameOf, writesDecision } from './statements.ts'

/**
 * The steps of a decision between the program and PostgreSQL: its statement has not reached the server; it has, and
 * nobody waits for it any more; it is done and its answer does not get back; the answer is back.
 */
export const moments = ['unsent', 'under way', 'unanswered', 'answered'] as const
export type Moment = (typeof moments)[number]

/**
 * Strikes once, at one moment of the next decision that writes an event of this type, and cuts the connection it goes
 * over; null is the next that writes none, an opening. `blow` is whatever else happens at that moment. Resolves with
 * what was struck, in words, when that is done.
 */
export const strike = (
  relay: PostgresRelay,
  event: string | null,
  moment: Moment,
  blow: () => Promise<void>,
): Promise<string> =>
  new Promise((resolve, reject) => {
    let target: Session | null = null
    const gate: Gate = ({ session, statement, way }) => {
      if (!session.journal || !writesDecision(statement)) return 'pass'
      const events = eventsIn(statement)
      const isMeant = event === null ? events.length === 0 : events.includes(event)
      if (way === 'there' && isMeant) target ??= session
      if (session !== target) return 'pass'
      const isNow = way === (moment === 'unsent' || moment === 'under way' ? 'there' : 'back')
      if (!isNow) return 'pass'
      relay.guard(null)
      const done = blow().then(() => resolve(`${nameOf(statement)} ${moment}`), reject)
      if (moment === 'answered') return 'pass'
      if (moment === 'under way') return 'pass and cut'
      return done.then(() => 'cut')
    }
    relay.guard(gate)
  })
