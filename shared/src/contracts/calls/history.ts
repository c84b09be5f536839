import * as z from 'zod/mini'
import { matchIdSchema } from '../../rules/index.ts'
import type { Call } from '../call.ts'
import {
  historyPageSchema,
  historyQuerySchema,
  matchEventsSchema,
  ownSkillSchema,
  shownMatchSchema,
} from '../rest/history.ts'

const byMatch = z.object({ id: matchIdSchema })

/** Your own matches that are over, the newest first. */
export const history = {
  method: 'GET',
  path: '/api/game/history',
  may: 'player',
  query: historyQuerySchema,
  answer: historyPageSchema,
} as const satisfies Call

/** A match, live or past, as everyone may see it. */
export const match = {
  method: 'GET',
  path: '/api/game/match/:id',
  may: 'anyone',
  params: byMatch,
  answer: shownMatchSchema,
} as const satisfies Call

/** A match that is over, event by event. */
export const matchEvents = {
  method: 'GET',
  path: '/api/game/match/:id/events',
  may: 'anyone',
  params: byMatch,
  answer: matchEventsSchema,
} as const satisfies Call

/** Your accuracy and luck, as your profile shows them. */
export const skill = {
  method: 'GET',
  path: '/api/user/skill',
  may: 'player',
  answer: ownSkillSchema,
} as const satisfies Call
