import { lockSubjects, subjectOf } from '../../accounts/index.ts'
import type { Sql } from '../../db/index.ts'
import type { OrderRow } from './order-row.ts'

/**
 * Whether the payment that this reference names pays for another order already. Whoever asks about the same payment at
 * that moment, staff or a provider, waits until this transaction is over.
 */
export const isReferenceUsed = async (
  tx: Sql,
  { id, kind, method }: OrderRow,
  reference: string,
): Promise<boolean> => {
  await lockSubjects(tx, [subjectOf('payment-reference', kind, method, reference)])
  const { count } = await tx.query(
    'select from wallet_order where kind = $1 and method = $2 and reference = $3 and id <> $4',
    [kind, method, reference, id],
  )
  return count > 0
}
