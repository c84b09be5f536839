import * as z from 'zod/mini'
import type { Call } from '../call.ts'
import {
  blockBodySchema,
  followBodySchema,
  followsSchema,
  inviteBodySchema,
  showHereBodySchema,
} from '../rest/follow.ts'

/** Whom you follow and who of them is here, and whom you have blocked. */
export const follows = {
  method: 'GET',
  path: '/api/user/follows',
  may: 'player',
  answer: followsSchema,
} as const satisfies Call

/** Follows a player, or no longer does. */
export const follow = {
  method: 'POST',
  path: '/api/user/follow',
  may: 'player',
  body: followBodySchema,
  answer: followBodySchema,
} as const satisfies Call

/** Blocks a player, or no longer does. Neither follows the other from then on. */
export const block = {
  method: 'POST',
  path: '/api/user/block',
  may: 'player',
  body: blockBodySchema,
  answer: blockBodySchema,
} as const satisfies Call

/** Shows those who follow you that you are here, or no longer does. */
export const showHere = {
  method: 'POST',
  path: '/api/user/showHere',
  may: 'player',
  body: showHereBodySchema,
  answer: showHereBodySchema,
} as const satisfies Call

/** Asks someone you follow, who is here, to the private table you host. */
export const inviteToTable = {
  method: 'POST',
  path: '/api/user/inviteToTable',
  may: 'player',
  body: inviteBodySchema,
  answer: z.null(),
} as const satisfies Call
