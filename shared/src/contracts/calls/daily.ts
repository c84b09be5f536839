import type { Call } from '../call.ts'
import {
  claimedSchema,
  dailyBoardSchema,
  dailyHistorySchema,
  dailySchema,
  dailyTrySchema,
  dayBodySchema,
  dayQuerySchema,
  openBoardSchema,
  openTileBodySchema,
} from '../rest/daily.ts'

/** Today's board and how one stands with it. */
export const today = {
  method: 'GET',
  path: '/api/daily',
  may: 'guest',
  answer: dailySchema,
} as const satisfies Call

/** Begins the scored try of today, or goes on with it. */
export const begin = {
  method: 'POST',
  path: '/api/daily/begin',
  may: 'guest',
  body: dayBodySchema,
  answer: dailyTrySchema,
} as const satisfies Call

/** Opens a tile; one that is open already stays as it is. */
export const open = {
  method: 'POST',
  path: '/api/daily/open',
  may: 'guest',
  body: openTileBodySchema,
  answer: dailyTrySchema,
} as const satisfies Call

/** Makes the tries of this device's guest the account's, but for days on which it has its own. */
export const claim = {
  method: 'POST',
  path: '/api/daily/claim',
  may: 'player',
  answer: claimedSchema,
} as const satisfies Call

/** The leaderboard of a day, and one's own place. */
export const leaderboard = {
  method: 'GET',
  path: '/api/daily/leaderboard',
  may: 'visitor',
  query: dayQuerySchema,
  answer: dailyBoardSchema,
} as const satisfies Call

/** One's own scored days. */
export const history = {
  method: 'GET',
  path: '/api/daily/history',
  may: 'guest',
  answer: dailyHistorySchema,
} as const satisfies Call

/** The board of a day that is over, with its seed. */
export const board = {
  method: 'GET',
  path: '/api/daily/board',
  may: 'anyone',
  query: dayQuerySchema,
  answer: openBoardSchema,
} as const satisfies Call
