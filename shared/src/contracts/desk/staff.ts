import { z } from 'zod'
import { pageOf, pageQuerySchema } from '../rest/page.ts'

export const staffRoleSchema = z.enum(['support', 'finance', 'admin'])
export type StaffRole = z.infer<typeof staffRoleSchema>

export const staffSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: staffRoleSchema,
})
export type Staff = z.infer<typeof staffSchema>

/** No control characters, nothing that is not shown, and no half of a character. */
const printable = /^\P{C}*$/u

/** `POST /api/desk/login`. Six digits of the second factor, each good once. */
export const deskLoginBodySchema = z.strictObject({
  email: z.string().max(254, { abort: true }).normalize().trim().toLowerCase().regex(printable),
  password: z.string().max(256),
  code: z.string().regex(/^\d{6}$/, 'code-length'),
})
/** The token goes into `authorization: Bearer …` of every other call. */
export const deskSignedInSchema = z.object({ token: z.string(), staff: staffSchema })

/** Why staff do something: a player reads it, or the audit log keeps it. */
export const deskReasonSchema = z
  .string()
  .trim()
  .min(3)
  .max(300, { abort: true })
  .regex(/^[^\p{Cc}\p{Cf}\p{Cs}]+$/u)

/** `GET /api/desk/audit`: the newest first. */
export const deskAuditQuerySchema = pageQuerySchema.extend({
  subjectType: z.string().max(40, { abort: true }).regex(printable).optional(),
  subjectId: z.string().max(254, { abort: true }).regex(printable).optional(),
})
/** Where the entries say that something was done outside the desk, by anyone who runs the program. */
export const commandLine = 'command line'
const deskAuditEntrySchema = z.object({
  id: z.string(),
  at: z.number(),
  /** Null for what was done from `commandLine`, and for a sign-in of someone unknown. */
  staff: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  reason: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  /** The network address that it was done from, or `commandLine`. */
  address: z.string(),
})
export type DeskAuditEntry = z.infer<typeof deskAuditEntrySchema>
export const deskAuditPageSchema = pageOf(deskAuditEntrySchema)
