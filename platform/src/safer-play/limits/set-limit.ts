import type { Sql } from '../../db/index.ts'
import { tellProfile } from '../../players/index.ts'
import { noteEvent } from '../note-event.ts'
import { takeBackSeats } from '../seats/take-back.ts'
import { lockStanding } from '../standing.ts'
import type { World } from '../world.ts'
import { type LimitName, readLimit, writeLimit } from './limit-row.ts'
import { pendingOf } from './pending.ts'

type Asked = LimitName & {
  /** Coins; null for no limit. */
  amount: bigint | null
}

const noted = ({ kind, period, amount }: Asked) => ({ kind, period, amount: amount?.toString() ?? null })

const change = async (tx: Sql, { clock, settings }: World, asked: Asked): Promise<'set' | 'asked'> => {
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
 * makes it so. The player's live connections are told either way.
 */
export const setLimit = async (world: World, asked: Asked): Promise<'set' | 'asked'> => {
  const outcome = await world.db.transaction((tx) => change(tx, world, asked))
  if (outcome === 'set') await takeBackSeats(world, asked.playerId)
  await tellProfile(world, asked.playerId)
  return outcome
}
