import type { Order, ordersQuerySchema } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { writeCursor } from '../../http/index.ts'
import { orderRowSchema } from './order-row.ts'
import { viewOrders } from './order-view.ts'

/** The last millisecond that a `Date` knows. */
const latest = 8.64e15

/** Where a page begins: below the order that was placed then and has this id. Milliseconds since 1970. */
export const placeSchema = z.tuple([z.int().min(0).max(latest), z.uuid()])
const top: z.infer<typeof placeSchema> = [latest, '00000000-0000-0000-0000-000000000000']

export type OrdersAsked = Omit<z.infer<typeof ordersQuerySchema>, 'cursor'> & {
  cursor?: z.infer<typeof placeSchema> | undefined
}

const page = `
  select * from wallet_order
  where player_id = $1 and (created_at, id) < ($2, $3::uuid) and created_at between $4 and $5
    and ($6::text is null or kind = $6) and ($7::text is null or status = $7) and ($8::text is null or method = $8)
  order by created_at desc, id desc limit $9`

/** One page of a player's own orders, the newest first. What is placed meanwhile is above every place. */
export const listOrders = async (
  sql: Sql,
  playerId: string,
  { cursor = top, limit, kind, status, method, from = 0, to = latest }: OrdersAsked,
): Promise<{ items: Order[]; next: string | null }> => {
  const [at, id] = cursor
  const filters = [kind ?? null, status ?? null, method ?? null]
  const bounds = [new Date(Math.min(from, latest)), new Date(Math.min(to, latest))]
  const { rows } = await sql.query(page, [playerId, new Date(at), id, ...bounds, ...filters, limit + 1])
  const orders = orderRowSchema.array().parse(rows.slice(0, limit))
  const last = orders.at(-1)
  return {
    items: await viewOrders(sql, orders),
    next: last && rows.length > limit ? writeCursor([last.createdAt, last.id]) : null,
  }
}
