import type { Staff } from '@minefall/shared/contracts/desk'
import type { Sql } from '../../db/index.ts'

/** Whether this member of staff still works here, which stays so until the transaction ends. */
export const stillWorks = async (tx: Sql, { id }: Staff): Promise<boolean> => {
  const { count } = await tx.query('select from staff where id = $1 and disabled_at is null for share', [id])
  return count > 0
}
