import * as z from 'zod/mini'
import type { Call } from '../call.ts'

// Apart from the account's other calls because every page needs these two.

/** The next token for the one in the `authorization` header, which may have expired. */
export const refreshToken = {
  method: 'POST',
  path: '/api/user/refreshToken',
  may: 'anyone',
  answer: z.object({ token: z.string() }),
} as const satisfies Call

export const signOut = {
  method: 'POST',
  path: '/api/user/signout',
  may: 'player',
  answer: z.null(),
} as const satisfies Call
