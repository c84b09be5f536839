import * as z from 'zod/mini'
import type { Call } from '../call.ts'
import { pageQuerySchema } from '../rest/page.ts'
import {
  adultBodySchema,
  breakBodySchema,
  limitBodySchema,
  limitNameSchema,
  playDaysSchema,
  playStateSchema,
  reminderBodySchema,
} from '../rest/safer-play.ts'

export const state = {
  method: 'GET',
  path: '/api/user/play',
  may: 'player',
  answer: playStateSchema,
} as const satisfies Call

/** Money and time by day (UTC), the newest first. */
export const days = {
  method: 'GET',
  path: '/api/user/play/days',
  may: 'player',
  query: pageQuerySchema,
  answer: playDaysSchema,
} as const satisfies Call

export const daysFile = {
  method: 'GET',
  path: '/api/user/play/statement.csv',
  may: 'player',
  answer: 'file',
} as const satisfies Call

export const confirmAdult = {
  method: 'POST',
  path: '/api/user/play/adult',
  may: 'player',
  body: adultBodySchema,
  answer: z.null(),
} as const satisfies Call

export const takeBreak = {
  method: 'POST',
  path: '/api/user/play/break',
  may: 'player',
  body: breakBodySchema,
  answer: z.null(),
} as const satisfies Call

export const setReminder = {
  method: 'POST',
  path: '/api/user/play/reminder',
  may: 'player',
  body: reminderBodySchema,
  answer: z.null(),
} as const satisfies Call

/** Lower is at once; higher, or none, is asked for. */
export const setLimit = {
  method: 'POST',
  path: '/api/user/play/limit',
  may: 'player',
  body: limitBodySchema,
  answer: z.null(),
} as const satisfies Call

export const confirmLimit = {
  method: 'POST',
  path: '/api/user/play/limit/confirm',
  may: 'player',
  body: limitNameSchema,
  answer: z.null(),
} as const satisfies Call

export const cancelLimit = {
  method: 'POST',
  path: '/api/user/play/limit/cancel',
  may: 'player',
  body: limitNameSchema,
  answer: z.null(),
} as const satisfies Call
