import type { DeskOrder, DeskOrderDetail, OrderFlag, Staff } from '@minefall/shared/contracts/desk'
import { destinationDetailsSchema } from '@minefall/shared/payments'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { type OrderRow, viewOrderDetail, viewOrders } from '../../wallet/index.ts'
import { readFlagsOf } from '../accounts/flags.ts'
import { readIdentity } from '../accounts/identity.ts'
import { readPlayers } from '../accounts/players.ts'
import type { World } from '../world.ts'
import { readApprovals, readDeciders } from './deciders.ts'
import { flagOrders } from './flags.ts'
import { whySecondPerson } from './second-person.ts'

type Viewing = Pick<World, 'db' | 'clock' | 'settings'>

/** What the desk tells a member of staff of orders besides what their owners read. */
const readAsides = async (
  { db, clock, settings }: Viewing,
  orders: readonly OrderRow[],
  { id: staffId }: Staff,
) => {
  const playerOf = await readPlayers(
    db,
    orders.map(({ playerId }) => playerId),
  )
  const flags = await flagOrders(db, settings, orders)
  const whyOf = await whySecondPerson(db, orders, { settings, staffId, now: clock.now() })
  return (order: OrderRow) => {
    const why = whyOf(order)
    const second: OrderFlag[] = why === null ? [] : ['second-person']
    return {
      aside: { player: playerOf(order.playerId), flags: [...(flags.get(order.id) ?? []), ...second] },
      why,
    }
  }
}

/** Orders as staff read them in a list. */
export const viewDeskOrders = async (
  world: Viewing,
  rows: readonly OrderRow[],
  reader: Staff,
): Promise<DeskOrder[]> => {
  const orders = await viewOrders(world.db, rows)
  const asideOf = await readAsides(world, rows, reader)
  return orders.flatMap((order, nth) => {
    const row = rows[nth]
    return row ? [{ ...order, ...asideOf(row).aside }] : []
  })
}

const eventSchema = z
  .object({
    status: z.string(),
    actor_kind: z.enum(['player', 'staff', 'provider', 'clock']),
    name: z.string(),
    reason: z.string().nullable(),
    at: z.date(),
  })
  .transform(({ status, actor_kind, name, reason, at }) => ({
    status,
    actorKind: actor_kind,
    actor: name,
    reason,
    at: at.getTime(),
  }))

/** What led to this version of the order, by the names of who did it. */
const readEvents = async (sql: Sql, { id, version }: OrderRow): Promise<DeskOrderDetail['events']> => {
  const { rows } = await sql.query(
    `select e.status, e.actor_kind, coalesce(p.name, s.name, e.actor) as name, e.reason, e.at
     from wallet_order_event e
     left join player p on p.id = case e.actor_kind when 'player' then e.actor::uuid end
     left join staff s on e.actor_kind = 'staff' and s.id::text = e.actor
     where e.order_id = $1 and e.nth <= $2 order by e.nth`,
    [id, version],
  )
  return z.array(eventSchema).parse(rows)
}

/** Where a withdrawal goes, in full. */
const destinationOf = ({ destination }: OrderRow): DeskOrderDetail['destinationDetails'] =>
  destination === null ? null : { ...destinationDetailsSchema.parse(destination) }

/** An order with everything that its review by this member of staff needs. */
export const viewDeskOrderDetail = async (
  world: Viewing,
  row: OrderRow,
  reader: Staff,
): Promise<DeskOrderDetail> => {
  const { db, clock, settings } = world
  const { aside, why } = (await readAsides(world, [row], reader))(row)
  const given = await readApprovals(db, row.id)
  const identity = await readIdentity(db, row.playerId)
  if (!identity) throw new Error(`order ${row.number} belongs to no one`)
  return {
    ...(await viewOrderDetail(db, row)),
    ...aside,
    accountFlags: await readFlagsOf(db, row.playerId),
    identity,
    destinationDetails: destinationOf(row),
    events: await readEvents(db, row),
    approvals: { needed: why || given.length > 1 ? 2 : 1, given, why },
    deciders: await readDeciders(db, row, { settings, reader, given, now: clock.now() }),
  }
}
