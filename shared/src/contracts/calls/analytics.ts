import { analyticsAnswerSchema, analyticsBatchSchema, eventsBytesMax } from '../../analytics/index.ts'
import type { Call } from '../call.ts'

export const receiveEvents = {
  method: 'POST',
  path: '/api/analytics/receiveEvents',
  may: 'visitor',
  body: analyticsBatchSchema,
  bodyBytes: eventsBytesMax,
  answer: analyticsAnswerSchema,
} as const satisfies Call
