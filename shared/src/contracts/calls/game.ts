import * as z from 'zod/mini'
import type { Call } from '../call.ts'
import { tableQuerySchema, tableSchema } from '../rest/tables.ts'

// Only the catalogue: every page loads it.

/** The open tables, in the order of the lobby. */
export const tables = {
  method: 'GET',
  path: '/api/game/list',
  may: 'anyone',
  answer: z.array(tableSchema),
} as const satisfies Call

export const table = {
  method: 'GET',
  path: '/api/game/detail',
  may: 'anyone',
  query: tableQuerySchema,
  answer: tableSchema,
} as const satisfies Call
