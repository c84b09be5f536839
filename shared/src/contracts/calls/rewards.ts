import type { Call } from '../call.ts'
import { pageQuerySchema } from '../rest/page.ts'
import {
  centerSchema,
  receiveBodySchema,
  receivedSchema,
  referralDataSchema,
  vipCenterSchema,
} from '../rest/rewards.ts'

export const center = {
  method: 'GET',
  path: '/api/user/center',
  may: 'player',
  answer: centerSchema,
} as const satisfies Call

export const vipCenter = {
  method: 'GET',
  path: '/api/user/vip_center',
  may: 'player',
  answer: vipCenterSchema,
} as const satisfies Call

/** Claims a gift, once in each of its periods. */
export const receive = {
  method: 'POST',
  path: '/api/user/receive',
  may: 'player',
  body: receiveBodySchema,
  answer: receivedSchema,
} as const satisfies Call

/** Your own code, the rule, what was earned, and a page of those who came. */
export const referral = {
  method: 'GET',
  path: '/api/user/referral_data',
  may: 'player',
  query: pageQuerySchema,
  answer: referralDataSchema,
} as const satisfies Call
