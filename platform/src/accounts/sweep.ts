import { repeat } from '../jobs/repeating.ts'
import { lifetimes } from './settings.ts'
import type { World } from './world.ts'

/** How often what is over is cleared away, in milliseconds. */
const everyMs = 600_000
/** The longest time that something is counted for. */
const countedMs = 86_400_000

/** Sessions, and devices, that are kept of one account: the newest. */
const keptOfAccount = 100

/** Deletes what can't matter any more: codes and counts that ran out, and sessions past their limits. */
export const sweep = async ({ db, clock }: World): Promise<void> => {
  const now = clock.now()
  await db.query('delete from one_time_code where expires_at < $1', [new Date(now)])
  await db.query('delete from counted where at < $1', [new Date(now - countedMs)])
  await db.query('delete from spent_bytes where since < $1', [new Date(now - countedMs)])
  await db.query('delete from session where issued_at < $1', [new Date(now - lifetimes.session)])
  await db.query('delete from contact_change where undo_until < $1', [new Date(now - lifetimes.changes)])
  await db.query('delete from known_device where seen_at < $1', [new Date(now - lifetimes.device)])
  // An account may sign in any number of times, each time on another device.
  await db.query(
    `delete from session where id in (
       select id from (select id, row_number() over (partition by player_id order by issued_at desc) as nth from session) s
       where nth > ${keptOfAccount})`,
  )
  await db.query(
    `delete from known_device where (player_id, device_hash) in (
       select player_id, device_hash from (
         select player_id, device_hash, row_number() over (partition by player_id order by seen_at desc) as nth
         from known_device) d
       where nth > ${keptOfAccount})`,
  )
}

/** Sweeps every ten minutes until it is stopped. A sweep that fails is logged; the next one does its work too. */
export const startSweeping = (world: World): (() => Promise<void>) => {
  const { clock, log } = world
  const failed = (error: unknown) => log.error({ err: error }, 'accounts could not be swept')
  return repeat({ job: 'accounts', clock, everyMs, failed }, () => sweep(world))
}
