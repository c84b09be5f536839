import {
  type BreakBody,
  type LimitKind,
  type LimitPeriod,
  type PlayDay,
  type PlayState,
  playDaysSchema,
  playStateSchema,
  type reminderMinutes,
} from '@minefall/shared/contracts'
import type { Coins } from '@minefall/shared/game'
import { z } from 'zod'
import { formatQuery } from '../../app/query-string.ts'
import { getData, getFile, postData } from '../../lib/api.ts'

// Every call rejects with a `CallError`, or with axios' own error when aborted.

/** How an account may play, and when this page heard it, in milliseconds of `performance.now()`. */
export type HeardPlay = PlayState & { heardAt: number }
export type LimitName = { kind: LimitKind; period: LimitPeriod }
/** Minutes of play between reminders; null is never. */
export type ReminderMinutes = (typeof reminderMinutes)[number] | null

/** What a change answers is read again with everything that depends on it. */
const answer = z.unknown()
const post = async (path: string, body: object): Promise<void> =>
  void (await postData(`/api/user/play/${path}`, body, answer))

export const fetchPlay = async (signal: AbortSignal): Promise<HeardPlay> => {
  const state = await getData('/api/user/play', playStateSchema, signal)
  return { ...state, heardAt: performance.now() }
}

/** A lower limit, or a first one, is at once; a higher one, or with null none, is asked for. */
export const setLimit = (limit: LimitName & { amount: Coins | null }): Promise<void> => post('limit', limit)
export const confirmLimit = (limit: LimitName): Promise<void> => post('limit/confirm', limit)
export const takeBackLimit = (limit: LimitName): Promise<void> => post('limit/cancel', limit)

export const beginBreak = (body: BreakBody): Promise<void> => post('break', body)
export const setReminder = (minutes: ReminderMinutes): Promise<void> => post('reminder', { minutes })
/** Said once, for good. `residence` is a country's letters. */
export const sayAdult = (residence: string): Promise<void> => post('adult', { adult: true, residence })

export type PlayDays = { items: PlayDay[]; next: string | null }
export const fetchDays = (cursor: string | null, signal: AbortSignal): Promise<PlayDays> =>
  getData(`/api/user/play/days${formatQuery({ cursor })}`, playDaysSchema, signal)
export const fetchDaysFile = (): Promise<Blob> => getFile('/api/user/play/statement.csv')
