import * as z from 'zod/mini'
import type { Call } from '../call.ts'
import {
  accuracyBoardSchema,
  hideBodySchema,
  leaderboardSchema,
  ownProfileSchema,
  profileIdSchema,
  publicProfileSchema,
} from '../rest/players.ts'

/** A player as everyone may see them, or as the caller may. */
export const profile = {
  method: 'GET',
  path: '/api/player/:id',
  may: 'visitor',
  params: z.object({ id: profileIdSchema }),
  answer: publicProfileSchema,
} as const satisfies Call

/** Your own page, as others see it where you are not hidden. */
export const ownProfile = {
  method: 'GET',
  path: '/api/user/profile',
  may: 'player',
  answer: ownProfileSchema,
} as const satisfies Call

/** Hides you from leaderboards and search, and your page but for your name; or shows you again. */
export const hide = {
  method: 'POST',
  path: '/api/user/hide',
  may: 'player',
  body: hideBodySchema,
  answer: hideBodySchema,
} as const satisfies Call

/** The hundred best by rating, and your own place. */
export const leaderboard = {
  method: 'GET',
  path: '/api/game/leaderboard',
  may: 'visitor',
  answer: leaderboardSchema,
} as const satisfies Call

/** The hundred most accurate of the last seven days, and your own place. */
export const accuracyBoard = {
  method: 'GET',
  path: '/api/game/leaderboard/accuracy',
  may: 'visitor',
  answer: accuracyBoardSchema,
} as const satisfies Call
