import { z } from 'zod'
import type { Sql } from '../../db/index.ts'

const rowSchema = z
  .object({
    staff_id: z.string(),
    name: z.string(),
    reference: z.string(),
    at: z.date(),
    counts: z.boolean(),
  })
  .transform(({ staff_id, at, ...approval }) => ({ ...approval, staffId: staff_id, at: at.getTime() }))

export type Approval = z.output<typeof rowSchema>

/**
 * Who approved an order, the first one first. An approval counts while who gave it works here; `lock` keeps them from
 * being disabled until the transaction ends.
 */
export const readApprovals = async (
  sql: Sql,
  orderId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<Approval[]> => {
  const { rows } = await sql.query(
    `select staff_id, name, reference, at, disabled_at is null as counts
     from wallet_order_approval join staff on staff.id = staff_id
     where order_id = $1 order by at, staff_id ${lock ? 'for share of staff' : ''}`,
    [orderId],
  )
  return rowSchema.array().parse(rows)
}
