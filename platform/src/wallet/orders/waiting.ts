import type { Clock } from '@minefall/shared/node'
import { Gauge, type Registry } from 'prom-client'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'

const waitingSchema = z
  .object({ kind: z.enum(['deposit', 'withdrawal']), orders: z.int(), since: z.date().nullable() })
  .array()

/** Orders that wait for staff, by kind, and since when the oldest of each does. */
const readWaiting = async (sql: Sql) => {
  const { rows } = await sql.query(
    // Statuses that stand here let the planner see how few orders are in one of them.
    `select 'deposit' as kind, count(*)::int as orders, min(created_at) as since
     from wallet_order where kind = 'deposit' and status in ('paid', 'reviewing')
     union all select 'withdrawal', count(*)::int, min(created_at)
     from wallet_order where kind = 'withdrawal' and status = 'pending'`,
  )
  return waitingSchema.parse(rows)
}

/** Shows in `metrics` what waits for staff, whichever node tells; read at each scrape, and kept while the database is away. */
export const showWaiting = (
  metrics: Registry,
  { db, clock }: { db: Sql; clock: Pick<Clock, 'now'> },
): void => {
  const gauge = (
    name: string,
    help: string,
    value: (row: z.output<typeof waitingSchema>[number]) => number,
  ) =>
    new Gauge({
      ...{ name, help, labelNames: ['kind'], registers: [metrics] },
      async collect() {
        const rows = await readWaiting(db).catch(() => [])
        for (const row of rows) this.set({ kind: row.kind }, value(row))
      },
    })
  gauge('minefall_orders_waiting', 'Orders that wait for staff, by kind.', ({ orders }) => orders)
  gauge(
    'minefall_orders_waiting_seconds',
    'How long ago the oldest order that waits for staff was placed, by kind; 0 where none waits.',
    ({ since }) => (since ? Math.max(0, (clock.now() - since.getTime()) / 1_000) : 0),
  )
}
