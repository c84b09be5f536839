import { bodyCode } from '@minefall/shared/contracts'
import { type CannedAnswer, type CannedAnswerBody, cannedAnswerSchema } from '@minefall/shared/contracts/desk'
import type { Sql } from '../../db/index.ts'
import { type Refusal, refusal } from '../../http/index.ts'
import { type By, writeAudit } from '../audit/write-audit.ts'
import { stillWorks } from '../staff/staff-row.ts'
import type { World } from '../world.ts'

const columns = 'id, title, texts, version'

export const listCannedAnswers = async (sql: Sql): Promise<CannedAnswer[]> => {
  const { rows } = await sql.query(`select ${columns} from canned_answer order by position`)
  return cannedAnswerSchema.array().parse(rows)
}

/**
 * Changes a canned answer as a whole. Refused where there is none (1404), where it is another by now (1409), and for
 * someone who is disabled (1501).
 */
export const changeCannedAnswer = (
  { db, clock }: World,
  { id, title, texts, version }: CannedAnswerBody & { id: string },
  { staff, address }: By,
): Promise<CannedAnswer | Refusal> =>
  db.transaction(async (tx) => {
    if (!(await stillWorks(tx, staff))) return refusal(bodyCode.tokenInvalid)
    const found = await tx.query(`select ${columns} from canned_answer where id = $1 for update`, [id])
    const before = cannedAnswerSchema.optional().parse(found.rows[0])
    if (!before) return refusal(bodyCode.notFound)
    if (before.version !== version) return refusal(bodyCode.conflict)
    const changed = await tx.query(
      `update canned_answer set title = $2, texts = $3, version = version + 1 where id = $1 returning ${columns}`,
      [id, title, texts],
    )
    const after = cannedAnswerSchema.parse(changed.rows[0])
    await writeAudit(tx, {
      at: clock.now(),
      staffId: staff.id,
      action: 'canned.change',
      subject: { type: 'canned', id },
      before,
      after,
      address,
    })
    return after
  })
