import { repeat } from '../../jobs/repeating.ts'
import { expireDeposit, readOver } from '../orders/expiry.ts'
import { readOrder } from '../orders/order-row.ts'
import { tellMoved } from '../orders/tell-moved.ts'
import type { World } from '../world.ts'

/** How often deposits whose time is over are looked for, in milliseconds. */
const everyMs = 5_000
/** Deposits that are looked up at a time. Each is ended in a transaction of its own, so that nothing waits long. */
const batch = 100

type Expiring = Pick<World, 'db' | 'bus' | 'log' | 'clock'>

const expireOne = async (world: Expiring, id: string): Promise<void> => {
  const expired = await world.db.transaction(async (tx) => {
    const order = await readOrder(tx, id, { lock: true })
    const now = order && (await expireDeposit(tx, order, world.clock.now()))
    return now && now.version !== order?.version ? now : null
  })
  if (expired) await tellMoved(world, expired)
}

/** Ends every deposit that was not paid in time. */
export const expireDeposits = async (world: Expiring, stopping?: AbortSignal): Promise<void> => {
  for (let full = true; full && !stopping?.aborted; ) {
    const ids = await readOver(world.db, world.clock.now(), batch)
    for (const id of ids) await expireOne(world, id)
    full = ids.length === batch
  }
}

/** Looks every few seconds until it is stopped. A look that fails is logged; the next one does its work too. */
export const startExpiring = (world: World): (() => Promise<void>) => {
  const { clock, log } = world
  const failed = (error: unknown) => log.error({ err: error }, 'deposits could not be expired')
  return repeat({ job: 'deposits', clock, everyMs, failed }, (stopping) => expireDeposits(world, stopping))
}
