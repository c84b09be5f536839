import * as z from 'zod/mini'
import type { Call } from '../call.ts'
import { reportAnswerSchema, reportBodySchema, supportPictureSchema } from '../rest/support.ts'

export const report = {
  method: 'POST',
  path: '/api/support/report',
  may: 'visitor',
  body: reportBodySchema,
  answer: reportAnswerSchema,
} as const satisfies Call

/** A picture to send with a message of the chat. */
export const uploadPicture = {
  method: 'POST',
  path: '/api/support/picture',
  may: 'guest',
  form: true,
  answer: supportPictureSchema,
} as const satisfies Call

export const picture = {
  method: 'GET',
  path: '/api/support/picture/:id',
  may: 'guest',
  params: z.object({ id: z.uuid() }),
  answer: 'file',
} as const satisfies Call
