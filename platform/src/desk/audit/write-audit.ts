import type { Staff } from '@minefall/shared/contracts/desk'
import type { Sql } from '../../db/index.ts'

/** What there is in the audit log to look up: its kind and its id. */
export type Subject = {
  type:
    | 'staff'
    | 'order'
    | 'flag'
    | 'account'
    | 'channel'
    | 'currency'
    | 'conversation'
    | 'canned'
    | 'match'
    | 'report'
    | 'table'
    | 'activity'
    | 'arena'
  id: string
}

/** Who of staff does something, and from where. */
export type By = { staff: Staff; address: string }

export type AuditEntry = {
  /** Milliseconds since 1970. */
  at: number
  /** Null for what is done outside the desk, and for unknown people. */
  staffId: string | null
  action: string
  subject: Subject
  reason?: string
  /** How it was, and how it is. */
  before?: object
  after?: object
  /** Where it was done from. */
  address: string
}

/** Writes an entry permanently, in the transaction of what it tells. */
export const writeAudit = async (tx: Sql, entry: AuditEntry): Promise<void> => {
  const { at, staffId, action, subject, reason, before, after, address } = entry
  await tx.query(
    `insert into desk_audit (at, staff_id, action, subject_type, subject_id, reason, before, after, address)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      new Date(at),
      staffId,
      action,
      subject.type,
      subject.id,
      reason ?? null,
      before ?? null,
      after ?? null,
      address,
    ],
  )
}
