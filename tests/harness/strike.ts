import type { Gate, Harm, Passage, Session } from './postgres-relay.ts'
import { eventsIn, nameOf, writesDecision } from './statements.ts'

/**
 * The steps of a decision between the program and PostgreSQL: its statement has not reached the server; it has, and
 * no one waits for it any more; it is done and its answer does not get back; the answer is back.
 */
export const moments = ['unsent', 'under way', 'unanswered', 'answered'] as const
export type Moment = (typeof moments)[number]

/** Whether a statement writes an event of this type; null is a decision that writes none. */
const writes = (statement: Passage['statement'], event: string | null) => {
  const events = eventsIn(statement)
  return event === null ? events.length === 0 : events.includes(event)
}

/**
 * Strikes once, at one moment of the next decision that writes an event of this type, and cuts the connection it goes
 * over; null is the next that writes none, an opening. `blow` is whatever else happens at that moment, to the node whose
 * connection it is. Resolves with what was struck, in words, when that is done.
 */
export const strike = (
  relay: Harm,
  event: string | null,
  moment: Moment,
  blow: (node: string) => Promise<void>,
): Promise<string> =>
  new Promise((resolve, reject) => {
    let target: Session | null = null
    const gate: Gate = ({ session, statement, way }) => {
      if (!session.journal || !writesDecision(statement)) return 'pass'
      if (way === 'there' && writes(statement, event)) target ??= session
      if (session !== target) return 'pass'
      const isNow = way === (moment === 'unsent' || moment === 'under way' ? 'there' : 'back')
      if (!isNow) return 'pass'
      relay.guard(null)
      const done = blow(session.node).then(() => resolve(`${nameOf(statement)} ${moment}`), reject)
      if (moment === 'answered') return 'pass'
      if (moment === 'under way') return 'pass and cut'
      return done.then(() => 'cut')
    }
    relay.guard(gate)
  })

/** A statement, or its answer, that waits between a node and PostgreSQL. */
export type Held = { node: string; name: string; letGo(): void }

/**
 * Holds the next decision that writes an event of this type up on its way to the server, or its answer on the way back;
 * everything else passes. Resolves when it waits.
 */
export const hold = (relay: Harm, event: string | null, way: Passage['way']): Promise<Held> =>
  new Promise((resolve) => {
    let target: Session | null = null
    relay.guard((passage) => {
      const { session, statement } = passage
      if (!session.journal || !writesDecision(statement)) return 'pass'
      if (passage.way === 'there' && writes(statement, event)) target ??= session
      if (session !== target || passage.way !== way) return 'pass'
      relay.guard(null)
      return new Promise((letGo) =>
        resolve({ node: session.node, name: nameOf(statement), letGo: () => letGo('pass') }),
      )
    })
  })
