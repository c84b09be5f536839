import { hasRight } from '@minefall/shared/contracts/desk'
import type { Sql } from '../../db/index.ts'
import { staffColumns, staffRowSchema } from '../staff/staff-row.ts'

/** Whether this is somebody at work who may answer conversations; `lock` keeps them so until the transaction ends. */
export const mayAnswer = async (sql: Sql, staffId: string, { lock = false } = {}): Promise<boolean> => {
  const { rows } = await sql.query(
    `select ${staffColumns} from staff where id = $1 and disabled_at is null${lock ? ' for share' : ''}`,
    [staffId],
  )
  const staff = staffRowSchema.optional().parse(rows[0])
  return staff !== undefined && hasRight(staff.role, 'conversations')
}
