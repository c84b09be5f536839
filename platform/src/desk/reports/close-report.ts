import { bodyCode } from '@minefall/shared/contracts'
import type { DeskReportDetail } from '@minefall/shared/contracts/desk'
import { z } from 'zod'
import { isRefusal, type Refusal, refusal } from '../../http/index.ts'
import { type By, writeAudit } from '../audit/write-audit.ts'
import { ownsOne } from '../staff/own-accounts.ts'
import { stillWorks } from '../staff/staff-row.ts'
import type { World } from '../world.ts'
import { readReport } from './read-reports.ts'

const reportSchema = z.object({ player_id: z.string().nullable() })
const closedSchema = z.object({ staff_id: z.string() })

/**
 * Closes a report permanently, with the outcome. By the same person again it changes nothing. Refused where there is
 * none (1404), it is about their own account (1403), someone else closed it (1409), and for someone who is disabled (1501).
 */
export const closeReport = async (
  { db, bus, clock }: World,
  { id, note }: { id: string; note: string },
  { staff, address }: By,
): Promise<DeskReportDetail | Refusal> => {
  const closed = await db.transaction(async (tx) => {
    const { rows } = await tx.query('select player_id from problem_report where id = $1', [id])
    const report = reportSchema.optional().parse(rows[0])
    if (!report) return refusal(bodyCode.notFound)
    if (!(await stillWorks(tx, staff))) return refusal(bodyCode.tokenInvalid)
    const { player_id: reporter } = report
    if (reporter !== null && (await ownsOne(tx, staff, [reporter]))) return refusal(bodyCode.notAllowed)
    const at = clock.now()
    const { count } = await tx.query(
      `insert into problem_report_closed (report_id, staff_id, note, at) values ($1, $2, $3, $4)
       on conflict do nothing`,
      [id, staff.id, note, new Date(at)],
    )
    if (count === 0) {
      const { rows } = await tx.query('select staff_id from problem_report_closed where report_id = $1', [id])
      if (closedSchema.parse(rows[0]).staff_id !== staff.id) return refusal(bodyCode.conflict)
    } else
      await writeAudit(tx, {
        at,
        staffId: staff.id,
        action: 'report.close',
        subject: { type: 'report', id },
        reason: note,
        before: { closedAt: null },
        after: { closedAt: at },
        address,
      })
    return readReport(tx, id)
  })
  if (!isRefusal(closed)) bus.publish('desk.changed', null, { what: 'reports' })
  return closed
}
