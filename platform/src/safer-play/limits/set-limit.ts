import { bodyCode } from '@minefall/shared/contracts'
import type { Sql } from '../../db/index.ts'
import { type Refusal, refusal } from '../../http/index.ts'
import { notifyProfile } from '../../players/index.ts'
import { takeBackSeats } from '../seats/take-back.ts'
import { lockStanding, noteEvent, type World } from '../world.ts'
import { type LimitName, pendingOf, readLimit, writeLimit } from './limit-row.ts'

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
 * canceled or lapsed.
 */
export const confirmLimit = async (world: World, name: LimitName): Promise<Refusal | null> => {
  const refused = await world.db.transaction((tx) => raise(tx, world, name))
  if (!refused) await notifyProfile(world, name.playerId)
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
  if (isDropped) await notifyProfile(world, name.playerId)
}

type LimitRequest = LimitName & {
  /** Coins; null for no limit. */
  amount: bigint | null
}

const noted = ({ kind, period, amount }: LimitRequest) => ({
  kind,
  period,
  amount: amount?.toString() ?? null,
})

const change = async (tx: Sql, { clock, settings }: World, asked: LimitRequest): Promise<'set' | 'asked'> => {
  const { playerId, amount } = asked
  await lockStanding(tx, playerId)
  const now = clock.now()
  const before = await readLimit(tx, asked)
  const isHigher = before.amount !== null && (amount === null || amount > before.amount)
  if (!isHigher) {
    if (amount === before.amount && before.askedAt === null) return 'set'
    await writeLimit(tx, asked, { amount, askedAt: null, askedAmount: null })
    await noteEvent(tx, { playerId, at: now, action: 'limit-set', detail: noted(asked) })
    return 'set'
  }
  const pending = pendingOf(before, { now, limitRaiseMs: settings.limitRaiseMs })
  // Asked for again, it does not wait any longer.
  if (pending && before.askedAmount === amount) return 'asked'
  await writeLimit(tx, asked, { amount: before.amount, askedAt: now, askedAmount: amount })
  await noteEvent(tx, { playerId, at: now, action: 'limit-asked', detail: noted(asked) })
  return 'asked'
}

/**
 * Sets a limit. A lower one, or a first one, is `set` at once and drops what was asked for; a seat that waits for its
 * match and would pass it is given back before this resolves. A higher one, or none, is `asked` for: `confirmLimit`
 * makes it so. The player's live connections are notified either way.
 */
export const setLimit = async (world: World, asked: LimitRequest): Promise<'set' | 'asked'> => {
  const outcome = await world.db.transaction((tx) => change(tx, world, asked))
  if (outcome === 'set') await takeBackSeats(world, asked.playerId)
  await notifyProfile(world, asked.playerId)
  return outcome
}
