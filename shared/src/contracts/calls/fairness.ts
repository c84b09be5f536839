import * as z from 'zod/mini'
import { matchIdSchema } from '../../rules/index.ts'
import type { Call } from '../call.ts'
import {
  headsQuerySchema,
  logPageSchema,
  logQuerySchema,
  signedHeadsSchema,
  voidsQuerySchema,
  voidsSchema,
} from '../rest/fairness.ts'

/** A page of a shard's fairness log, the oldest line first. */
export const log = {
  method: 'GET',
  path: '/api/fairness/log',
  may: 'anyone',
  query: logQuerySchema,
  answer: logPageSchema,
} as const satisfies Call

/** The ends of all chains, signed: now, or as they were kept in an hour. */
export const heads = {
  method: 'GET',
  path: '/api/fairness/heads',
  may: 'anyone',
  query: headsQuerySchema,
  answer: signedHeadsSchema,
} as const satisfies Call

/** How locked matches ended in these days, by table and reason. */
export const voids = {
  method: 'GET',
  path: '/api/fairness/voids',
  may: 'anyone',
  query: voidsQuerySchema,
  answer: voidsSchema,
} as const satisfies Call

/** The whole record of a match that is over, signed, as canonical JSON. */
export const record = {
  method: 'GET',
  path: '/api/game/match/:id/record',
  may: 'anyone',
  params: z.object({ id: matchIdSchema }),
  answer: 'file',
} as const satisfies Call
