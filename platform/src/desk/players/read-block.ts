import type { DeskBlock } from '@minefall/shared/contracts/desk'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'

const blockRow = z.object({
  blocked_at: z.date().nullable(),
  blocked_by: z.string().nullable(),
  blocked_by_name: z.string().nullable(),
  blocked_reason: z.string().nullable(),
  blocked_text: z.string().nullable(),
})

const blockOf = (row: z.infer<typeof blockRow>): DeskBlock | null =>
  row.blocked_at === null
    ? null
    : {
        at: row.blocked_at.getTime(),
        by: { id: row.blocked_by ?? '', name: row.blocked_by_name ?? '' },
        reason: row.blocked_reason ?? '',
        text: row.blocked_text ?? '',
      }

/** The block of an account as staff read it, null where there is none. Throws for who has no account. */
export const readBlock = async (sql: Sql, playerId: string): Promise<DeskBlock | null> => {
  const { rows } = await sql.query(
    `select a.blocked_at, a.blocked_by, s.name as blocked_by_name, a.blocked_reason, a.blocked_text
     from login_account a left join staff s on s.id = a.blocked_by where a.player_id = $1`,
    [playerId],
  )
  return blockOf(blockRow.parse(rows[0]))
}
