import { isEnded, type OrderKind, type OrderStatus, orderKindSchema } from '@minefall/shared/payments'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { type OrderRow, orderRowSchema } from '../../wallet/index.ts'

/** Where a page of the queue goes on: when its last order was placed, and its id. */
export const queuePlaceSchema = z.tuple([z.int().min(0).max(8.64e15), z.uuid()])
export type QueuePlace = z.infer<typeof queuePlaceSchema>

export type QueueQuery = {
  kind?: OrderKind | undefined
  status?: OrderStatus | undefined
  from?: QueuePlace | undefined
  limit: number
}

/** What waits for staff. */
const waiting: readonly OrderStatus[] = ['paid', 'reviewing', 'pending']

/** Orders of a status, or all that wait: the oldest first, and of those that ended the newest. */
export const readQueue = async (
  sql: Sql,
  { kind, status, from, limit }: QueueQuery,
): Promise<{ orders: OrderRow[]; next: QueuePlace | null }> => {
  const [order, beyond] = status !== undefined && isEnded(status) ? ['desc', '<'] : ['asc', '>']
  const [at, id] = from ?? [null, null]
  const { rows } = await sql.query(
    `select * from wallet_order
     where status = any($1::text[]) and kind = any($2::text[])
       and ($3::timestamptz is null or (created_at, id) ${beyond} ($3, $4::uuid))
     order by created_at ${order}, id ${order} limit $5`,
    [
      status === undefined ? waiting : [status],
      kind === undefined ? orderKindSchema.options : [kind],
      at === null ? null : new Date(at),
      id,
      // One more row tells whether there is a next page.
      limit + 1,
    ],
  )
  const orders = orderRowSchema.array().parse(rows.slice(0, limit))
  const last = orders.at(-1)
  return { orders, next: rows.length > limit && last ? [last.createdAt, last.id] : null }
}
