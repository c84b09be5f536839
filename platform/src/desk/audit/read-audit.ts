import type { DeskAuditEntry } from '@minefall/shared/contracts/desk'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'

/** Where a page of the audit log goes on: the number of its last entry. */
export const auditPlaceSchema = z.tuple([z.int().min(1)])
export type AuditPlace = z.infer<typeof auditPlaceSchema>

export type AuditQuery = {
  subjectType?: string | undefined
  subjectId?: string | undefined
  from?: AuditPlace | undefined
  limit: number
}

const rowSchema = z
  .object({
    id: z.bigint(),
    at: z.date(),
    staff_id: z.string().nullable(),
    name: z.string().nullable(),
    action: z.string(),
    subject_type: z.string(),
    subject_id: z.string(),
    reason: z.string().nullable(),
    before: z.unknown(),
    after: z.unknown(),
    address: z.string(),
  })
  .transform(
    (row): DeskAuditEntry => ({
      id: row.id.toString(),
      at: row.at.getTime(),
      staff: row.staff_id === null ? null : { id: row.staff_id, name: row.name ?? '' },
      action: row.action,
      subjectType: row.subject_type,
      subjectId: row.subject_id,
      reason: row.reason,
      before: row.before,
      after: row.after,
      address: row.address,
    }),
  )

/** Entries of the audit log, the newest first: all, or what was done with one kind of thing, or with one. */
export const readAudit = async (
  sql: Sql,
  { subjectType, subjectId, from, limit }: AuditQuery,
): Promise<{ entries: DeskAuditEntry[]; next: AuditPlace | null }> => {
  const { rows } = await sql.query(
    `select a.*, s.name from desk_audit a left join staff s on s.id = a.staff_id
     where ($1::text is null or subject_type = $1) and ($2::text is null or subject_id = $2)
       and ($3::bigint is null or a.id < $3)
     order by a.id desc limit $4`,
    [subjectType ?? null, subjectId ?? null, from?.[0] ?? null, limit + 1],
  )
  const entries = rowSchema.array().parse(rows.slice(0, limit))
  const last = entries.at(-1)
  return { entries, next: rows.length > limit && last ? [Number(last.id)] : null }
}
