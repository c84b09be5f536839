import type { Staff } from '@minefall/shared/contracts/desk'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database, Sql } from '../../db/index.ts'
import { describeDatabase, tablesScanned } from '../../db/testing.ts'
import type { OrderRow } from '../../wallet/index.ts'
import { showWaiting } from '../../wallet/orders/waiting.ts'
import { type OpenDesk, openDesk } from '../testing.ts'
import { placeOrders } from '../testing-orders.ts'
import { readQueue } from './queue.ts'
import { viewDeskOrderDetail, viewDeskOrders } from './view.ts'

/** Far more than wait for staff. */
const many = 3_000

describeDatabase('among many orders, no table is read whole by', (open) => {
  let db: Database
  let desk: OpenDesk
  let staff: Staff
  let order: OrderRow
  beforeAll(async () => {
    db = await open()
    desk = await openDesk(db)
    const orders = placeOrders(db, desk.clock)
    const { id, name, email } = await desk.staff('finance')
    staff = { id, name, email, role: 'finance' }
    order = await orders.paid()
    await db.query(
      `insert into player (id, kind, name, avatar)
       select gen_random_uuid(), 'guest', 'Guest ' || n, 'a' from generate_series(1, $1::int) n`,
      [many],
    )
    const owners: string[] = []
    while (owners.length < 60) owners.push(await orders.player())
    await db.query(
      `insert into wallet_order select (jsonb_populate_record(o, jsonb_build_object(
           'id', gen_random_uuid(), 'player_id', ($2::uuid[])[1 + n % 60], 'request_key', gen_random_uuid(),
           'status', 'submitted', 'version', 1, 'number', 'D' || to_char(n, 'FM00000') || '-0000'))).*
       from wallet_order o, generate_series(1, $3::int) n where o.id = $1`,
      [order.id, owners, many],
    )
    await db.query(
      `insert into provider_event (provider, event_id, order_id, kind, outcome, at)
       select 'sandbox', id, id, 'paid', 'completed', created_at from wallet_order`,
    )
    for (const table of ['player', 'wallet_order', 'provider_event']) await db.query(`analyze ${table}`)
  })
  afterAll(() => desk.close())

  const viewing = (sql: Sql) => ({ ...desk.world, db: { ...db, ...sql } })

  it.each<[string, (sql: Sql) => Promise<unknown>]>([
    ['the metrics of what waits', (sql) => scrape(sql)],
    ['the queue', (sql) => readQueue(sql, { limit: 20 })],
    ['the queue of withdrawals', (sql) => readQueue(sql, { limit: 20, kind: 'withdrawal' })],
    ['the list of the desk', (sql) => viewDeskOrders(viewing(sql), [order], staff)],
    ['an order’s page', (sql) => viewDeskOrderDetail(viewing(sql), order, staff)],
  ])('%s', async (_what, read) => {
    expect(await tablesScanned(db, 100n, read)).toEqual([])
  })

  const scrape = async (sql: Sql) => {
    const metrics = new Registry()
    showWaiting(metrics, { db: sql, clock: desk.clock })
    expect(await metrics.metrics()).toContain('minefall_orders_waiting{kind="deposit"} 1\n')
  }
})
