import { bodyCode, type Envelope, refuse } from '@minefall/shared/contracts'
import { type Bus, type BusLine, busOver } from '@minefall/shared/node'
import { isUnavailable, type Log } from '../db/index.ts'

/** What an asker gets when the database is away; null for any other error. */
export const answerToOutage = (error: unknown): Envelope<never> | null =>
  isUnavailable(error)
    ? refuse<never>(bodyCode.unavailable, 'The database can’t be reached right now. Try again in a moment.')
    : null

/** A bus whose responders answer 1503 while the database is away; other errors stay the bus's own business. */
export const tellingOutages = (bus: BusLine, log: Log): Bus =>
  busOver({
    ...bus,
    answer: (name, handler, options) =>
      bus.answer(
        name,
        (payload, reply) => {
          const told = (error: unknown) => {
            const answer = answerToOutage(error)
            if (!answer) throw error
            log.warn({ err: error, request: name }, 'a request found the database away')
            reply(answer)
          }
          try {
            const done = handler(payload, reply)
            return done?.catch(told)
          } catch (error) {
            return told(error)
          }
        },
        options,
      ),
  })
