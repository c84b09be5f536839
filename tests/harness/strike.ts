import type { Gate, PostgresRelay, Session } from './postgres-relay.ts'
import { type DecisionLane, eventsIn, laneOf, nameOf } from './statements.ts'

/** Which of the decisions to come is meant. */
export type Aim = { lane: DecisionLane | 'either'; nth: number }

/**
 * The steps of a decision between the program and PostgreSQL: its statement has not reached the server; it has, and
 * nobody waits for it any more; it is done and its answer does not get back; the answer is back.
 */
export const moments = ['unsent', 'under way', 'unanswered', 'answered'] as const
export type Moment = (typeof moments)[number]

/** What was struck, in words, and the events it was to write to the journal. */
export type Struck = { at: string; events: string[] }

/**
 * Strikes once, at one moment of a decision to come, and cuts the connection it goes over; `blow` is whatever else
 * happens at that moment. Resolves when it is done.
 */
export const strike = (
  relay: PostgresRelay,
  { lane, nth }: Aim,
  moment: Moment,
  blow: () => Promise<void>,
): Promise<Struck> =>
  new Promise((resolve, reject) => {
    let decisions = 0
    let target: Session | null = null
    const gate: Gate = ({ session, statement, way }) => {
      const own = laneOf(statement)
      if (!session.journal || own === null) return 'pass'
      if (way === 'there' && (lane === 'either' || lane === own)) {
        decisions += 1
        if (decisions === nth) target = session
      }
      if (session !== target) return 'pass'
      const isNow = way === (moment === 'unsent' || moment === 'under way' ? 'there' : 'back')
      if (!isNow) return 'pass'
      relay.guard(null)
      const struck = { at: `${nameOf(statement)} ${moment}`, events: eventsIn(statement) }
      const done = blow().then(() => resolve(struck), reject)
      if (moment === 'answered') return 'pass'
      if (moment === 'under way') return 'pass and cut'
      return done.then(() => 'cut')
    }
    relay.guard(gate)
  })
