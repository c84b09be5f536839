import type { Staff } from '@minefall/shared/contracts'
import type { Sql } from '../../db/index.ts'

/** Whether this member of staff still works here, which stays so until the transaction ends. */
export const stillWorks = async (tx: Sql, { id }: Staff): Promise<boolean> => {
  const { count } = await tx.query('select from staff where id = $1 and disabled_at is null for share', [id])
  return count > 0
}

/** Whether one of these accounts belongs to this member of staff, by the e-mail address of both. */
export const ownsOne = async (tx: Sql, { email }: Staff, players: readonly string[]): Promise<boolean> => {
  const { count } = await tx.query(
    `select from contact where player_id = any($1::uuid[]) and kind = 'email' and value = $2`,
    [players, email],
  )
  return count > 0
}
