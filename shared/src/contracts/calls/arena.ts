import type { Call } from '../call.ts'
import {
  arenaBodySchema,
  arenaDetailSchema,
  arenaListSchema,
  arenaQuerySchema,
  arenaStatusSchema,
} from '../rest/arena.ts'

export const list = {
  method: 'GET',
  path: '/api/arena/list',
  may: 'anyone',
  answer: arenaListSchema,
} as const satisfies Call

export const detail = {
  method: 'GET',
  path: '/api/arena/detail',
  may: 'visitor',
  query: arenaQuerySchema,
  answer: arenaDetailSchema,
} as const satisfies Call

/** Joins an arena, paying its stake, or goes on after a pause. */
export const join = {
  method: 'POST',
  path: '/api/arena/join',
  may: 'player',
  body: arenaBodySchema,
  answer: arenaStatusSchema,
} as const satisfies Call

/** No more matches until one joins again. */
export const pause = {
  method: 'POST',
  path: '/api/arena/pause',
  may: 'player',
  body: arenaBodySchema,
  answer: arenaStatusSchema,
} as const satisfies Call

/** Leaves an arena. Before it begins the stake is paid back. */
export const leave = {
  method: 'POST',
  path: '/api/arena/leave',
  may: 'player',
  body: arenaBodySchema,
  answer: arenaStatusSchema,
} as const satisfies Call
