import { z } from 'zod'
import { matchIdSchema } from '../../rules/index.ts'
import type { Call } from '../call.ts'
import { connectionIdSchema } from '../desk/connections.ts'
import {
  deskConnectionHistorySchema,
  deskDisconnectBodySchema,
  deskHealthSchema,
  deskTotalsQuerySchema,
  deskTotalsSchema,
} from '../desk/health.ts'
import {
  deskMatchDetailSchema,
  deskMatchesPageSchema,
  deskMatchesQuerySchema,
  deskVoidBodySchema,
} from '../desk/matches.ts'
import {
  deskActivityBodySchema,
  deskActivitySchema,
  deskArenaBodySchema,
  deskArenaCancelBodySchema,
  deskTableBodySchema,
  deskTableSchema,
} from '../desk/tables.ts'
import { arenaSchema } from '../live/arena.ts'

const params = z.object({ id: z.uuid() })
const ofMatch = z.object({ id: matchIdSchema })
const name = z.string().regex(/^[a-z0-9-]{1,40}$/)

export const matches = {
  method: 'GET',
  path: '/api/desk/matches',
  may: 'matches.read',
  query: deskMatchesQuerySchema,
  answer: deskMatchesPageSchema,
} as const satisfies Call

export const match = {
  method: 'GET',
  path: '/api/desk/matches/:id',
  may: 'matches.read',
  params: ofMatch,
  answer: deskMatchDetailSchema,
} as const satisfies Call

export const voidMatch = {
  method: 'POST',
  path: '/api/desk/matches/:id/void',
  may: 'matches.void',
  params: ofMatch,
  body: deskVoidBodySchema,
  answer: deskMatchDetailSchema,
} as const satisfies Call

export const withdrawVoid = {
  method: 'POST',
  path: '/api/desk/matches/:id/void/withdraw',
  may: 'matches.void',
  params: ofMatch,
  body: deskVoidBodySchema,
  answer: deskMatchDetailSchema,
} as const satisfies Call

export const tables = {
  method: 'GET',
  path: '/api/desk/tables',
  may: 'tables',
  answer: z.array(deskTableSchema),
} as const satisfies Call

export const changeTable = {
  method: 'POST',
  path: '/api/desk/tables/:gameId',
  may: 'tables',
  params: z.object({ gameId: name }),
  body: deskTableBodySchema,
  answer: deskTableSchema,
} as const satisfies Call

export const activities = {
  method: 'GET',
  path: '/api/desk/activities',
  may: 'activities',
  answer: z.array(deskActivitySchema),
} as const satisfies Call

export const changeActivity = {
  method: 'POST',
  path: '/api/desk/activities/:id',
  may: 'activities',
  params: z.object({ id: name }),
  body: deskActivityBodySchema,
  answer: deskActivitySchema,
} as const satisfies Call

/** The arenas that are announced or under way, and the latest that are over. */
export const arenas = {
  method: 'GET',
  path: '/api/desk/arenas',
  may: 'activities',
  answer: z.array(arenaSchema),
} as const satisfies Call

export const makeArena = {
  method: 'POST',
  path: '/api/desk/arenas',
  may: 'activities',
  body: deskArenaBodySchema,
  answer: arenaSchema,
} as const satisfies Call

export const cancelArena = {
  method: 'POST',
  path: '/api/desk/arenas/:id/cancel',
  may: 'activities',
  params,
  body: deskArenaCancelBodySchema,
  answer: arenaSchema,
} as const satisfies Call

export const playerConnections = {
  method: 'GET',
  path: '/api/desk/players/:id/connections',
  may: 'connections',
  params,
  answer: deskConnectionHistorySchema,
} as const satisfies Call

export const connectionTotals = {
  method: 'GET',
  path: '/api/desk/connections/totals',
  may: 'connections',
  query: deskTotalsQuerySchema,
  answer: deskTotalsSchema,
} as const satisfies Call

export const disconnect = {
  method: 'POST',
  path: '/api/desk/connections/:edge/:id/disconnect',
  may: 'connections.act',
  params: z.object({
    edge: z
      .string()
      .min(1)
      .max(64, { abort: true })
      .regex(/^\P{C}*$/u),
    id: connectionIdSchema,
  }),
  body: deskDisconnectBodySchema,
  answer: z.null(),
} as const satisfies Call

export const health = {
  method: 'GET',
  path: '/api/desk/health',
  may: 'health',
  answer: deskHealthSchema,
} as const satisfies Call
