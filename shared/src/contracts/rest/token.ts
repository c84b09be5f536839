import * as z from 'zod/mini'

/** `POST /api/user/refreshToken`: the token that takes the place of the one that was sent. */
export const tokenAnswerSchema = z.object({ token: z.string() })
