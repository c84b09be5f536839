import type { Sql } from '../../db/index.ts'
import type { CountedMatch } from '../counted-match.ts'
import { notePairs } from '../pairs/index.ts'
import { countInvitations } from '../referral/index.ts'
import type { Told } from '../tell-rewards.ts'
import type { World } from '../world.ts'
import { countSeats } from './count-seats.ts'
import { discountSeats } from './discounts.ts'
import { finishMatch } from './finish-match.ts'
import { lockSeats } from './lock-seats.ts'
import type { Uncounted } from './take-match.ts'

export type Counting = Pick<World, 'clock' | 'settings'>

/** What a settled match for coins or bonus coins counts for. */
const countSettled = async (
  tx: Sql,
  world: Counting,
  uncounted: Uncounted,
  asset: CountedMatch['asset'],
): Promise<Told[]> => {
  const match: CountedMatch = { ...uncounted, asset, seats: await lockSeats(tx, uncounted) }
  const seats = discountSeats(match, await notePairs(tx, world, match))
  const told = await countSeats(tx, match, seats)
  return [...told, ...(await countInvitations(tx, world, seats))]
}

/**
 * Counts a match that was taken off the queue, in the transaction that took it: everything that play counts for, once.
 * A trial and a voided match count for nothing but time. Answers whom to tell what after the commit.
 */
export const countMatch = async (tx: Sql, world: Counting, match: Uncounted): Promise<Told[]> => {
  const told =
    match.settled && match.asset !== 'trial' ? await countSettled(tx, world, match, match.asset) : []
  await finishMatch(tx, match)
  return told
}
