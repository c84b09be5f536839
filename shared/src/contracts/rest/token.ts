import * as z from 'zod/mini'

/** The token that takes the place of the one that was sent. */
export const tokenAnswerSchema = z.object({ token: z.string() })
