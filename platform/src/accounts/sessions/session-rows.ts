import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import type { Session } from './judge-token.ts'

const rowSchema = z
  .object({
    id: z.string(),
    player_id: z.string(),
    counter: z.int(),
    issued_at: z.date(),
    previous_issued_at: z.date().nullable(),
    used_at: z.date().nullable(),
    created_at: z.date(),
    end_reason: z.string().nullable(),
  })
  .transform(
    (row): Session => ({
      id: row.id,
      playerId: row.player_id,
      counter: row.counter,
      issuedAt: row.issued_at.getTime(),
      previousIssuedAt: row.previous_issued_at?.getTime() ?? null,
      usedAt: row.used_at?.getTime() ?? null,
      createdAt: row.created_at.getTime(),
      endReason: row.end_reason,
    }),
  )

/** The session, locked until the transaction ends if asked for. */
export const readSession = async (
  sql: Sql,
  id: string,
  { lock }: { lock: boolean },
): Promise<Session | null> => {
  const { rows } = await sql.query(
    `select id, player_id, counter, issued_at, previous_issued_at, used_at, created_at, end_reason
     from session where id = $1 ${lock ? 'for update' : ''}`,
    [id],
  )
  return rowSchema.optional().parse(rows[0]) ?? null
}
