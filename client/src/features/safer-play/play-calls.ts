import type { AnswerOf, CallInput } from '@minefall/shared/contracts'
import {
  type BreakBody,
  type LimitKind,
  type LimitPeriod,
  type PlayState,
  playCalls,
  type reminderMinutes,
} from '@minefall/shared/contracts/rest'
import { ask } from '../../calls/api.ts'

// Every call rejects with a `CallError`, or with the signal's reason when aborted.

/** How an account may play, and when this page heard it, in milliseconds of `performance.now()`. */
export type ReceivedPlay = PlayState & { receivedAt: number }
export type LimitName = { kind: LimitKind; period: LimitPeriod }
/** Minutes of play between reminders; null is never. */
export type ReminderMinutes = (typeof reminderMinutes)[number] | null

export const fetchPlay = async (signal: AbortSignal): Promise<ReceivedPlay> => ({
  ...(await ask(playCalls.state, { signal })),
  receivedAt: performance.now(),
})

/** A lower limit, or a first one, is at once; a higher one, or with null none, is asked for. */
export const setLimit = (body: CallInput<typeof playCalls.setLimit>['body']) =>
  ask(playCalls.setLimit, { body })
export const confirmLimit = (body: LimitName) => ask(playCalls.confirmLimit, { body })
export const takeBackLimit = (body: LimitName) => ask(playCalls.cancelLimit, { body })
export const beginBreak = (body: BreakBody) => ask(playCalls.takeBreak, { body })
export const setReminder = (minutes: ReminderMinutes) => ask(playCalls.setReminder, { body: { minutes } })

export type PlayDays = AnswerOf<typeof playCalls.days>
export const fetchDays = (cursor: string | null, signal: AbortSignal): Promise<PlayDays> =>
  ask(playCalls.days, { query: { cursor }, signal })
export const fetchDaysFile = () => ask(playCalls.daysFile)
