import { bodyCode } from '@minefall/shared/contracts'
import type { Sql } from '../../db/index.ts'
import { type Refusal, refusal } from '../../http/index.ts'
import { tellProfile } from '../../players/index.ts'
import { noteEvent } from '../note-event.ts'
import { lockStanding } from '../standing.ts'
import type { World } from '../world.ts'
import { type LimitName, readLimit, writeLimit } from './limit-row.ts'
import { pendingOf } from './pending.ts'

const raise = async (tx: Sql, { clock, settings }: World, name: LimitName): Promise<Refusal | null> => {
  const { playerId, kind, period } = name
  await lockStanding(tx, playerId)
  const now = clock.now()
  const before = await readLimit(tx, name)
  const pending = pendingOf(before, { now, limitRaiseMs: settings.limitRaiseMs })
  if (!pending) return refusal(bodyCode.notFound, { notice: 'limit-not-asked' })
  if (now < pending.dueAt) return refusal(bodyCode.limitNotDue, { dueAt: pending.dueAt })
  await writeLimit(tx, name, { amount: before.askedAmount, askedAt: null, askedAmount: null })
  const detail = { kind, period, amount: pending.amount }
  await noteEvent(tx, { playerId, at: now, action: 'limit-raised', detail })
  return null
}

/**
 * Makes the higher limit that was asked for the limit, once, and tells the player's live connections. Refused with 1706
 * and `dueAt` before its waiting time is over, with 1404 where there is none: confirmed already, dropped by a lower one,
 * cancelled or lapsed.
 */
export const confirmLimit = async (world: World, name: LimitName): Promise<Refusal | null> => {
  const refused = await world.db.transaction((tx) => raise(tx, world, name))
  if (!refused) await tellProfile(world, name.playerId)
  return refused
}

/** Drops the higher limit that was asked for, and tells the player's live connections; nothing where there is none. */
export const cancelLimit = async (world: World, name: LimitName): Promise<void> => {
  const isDropped = await world.db.transaction(async (tx) => {
    const { playerId, kind, period } = name
    await lockStanding(tx, playerId)
    const { amount, askedAt } = await readLimit(tx, name)
    if (askedAt === null) return false
    await writeLimit(tx, name, { amount, askedAt: null, askedAmount: null })
    await noteEvent(tx, {
      playerId,
      at: world.clock.now(),
      action: 'limit-cancelled',
      detail: { kind, period },
    })
    return true
  })
  if (isDropped) await tellProfile(world, name.playerId)
}
