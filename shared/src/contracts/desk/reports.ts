import { z } from 'zod'
import { pageOf, pageQuerySchema } from '../rest/page.ts'
import { reportCategorySchema, reportConnectionSchema } from '../rest/support.ts'
import { deskPlayerSchema } from './flags.ts'
import { matchPhases } from './matches.ts'
import { deskReasonSchema } from './staff.ts'

/** A reported problem as a line of the list. */
const deskReportSchema = z.object({
  id: z.uuid(),
  /** What its reporter calls it, such as `R48213-7720`. */
  number: z.string(),
  at: z.number(),
  category: reportCategorySchema,
  /** Null for a visitor who has never been at a table. */
  player: deskPlayerSchema.nullable(),
  /** The beginning of the text. */
  excerpt: z.string(),
  matchId: z.string().nullable(),
  gameId: z.string().nullable(),
  closed: z.object({ at: z.number(), staffId: z.uuid(), name: z.string(), note: z.string() }).nullable(),
})
export type DeskReport = z.infer<typeof deskReportSchema>

/** `GET /api/desk/reports`: open ones, the oldest first; or closed ones, the newest first. */
export const deskReportsQuerySchema = pageQuerySchema.extend({
  status: z.enum(['open', 'closed']).default('open'),
  category: reportCategorySchema.optional(),
  playerId: z.uuid().optional(),
})
export const deskReportsPageSchema = pageOf(deskReportSchema)

/**
 * `GET /api/desk/reports/:id`. The reporter's connections of that time are in the player's timeline
 * (`GET /api/desk/players/:id/connections`).
 */
export const deskReportDetailSchema = deskReportSchema.extend({
  text: z.string(),
  /** Path and query of the page. */
  page: z.string(),
  /** The live connection as the page saw it. */
  connection: reportConnectionSchema.nullable(),
  userAgent: z.string(),
  /** The release of the page. */
  release: z.string().nullable(),
  /** The match that is named, where there is one of that name. */
  match: z.object({ phase: z.enum(matchPhases) }).nullable(),
})
export type DeskReportDetail = z.infer<typeof deskReportDetailSchema>

/** `POST /api/desk/reports/:id/close`: the outcome. */
export const deskCloseReportBodySchema = z.strictObject({ note: deskReasonSchema })
