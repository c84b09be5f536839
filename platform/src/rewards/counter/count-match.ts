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

/** Whom to tell what after the commit, and whether staff have an account to look at. */
export type Counted = { told: Told[]; isFlagged: boolean }

/** What a settled match for coins or bonus coins counts for. */
const countSettled = async (
  tx: Sql,
  world: Counting,
  uncounted: Uncounted,
  asset: CountedMatch['asset'],
): Promise<Counted> => {
  const match: CountedMatch = { ...uncounted, asset, seats: await lockSeats(tx, uncounted) }
  const { meetings, isFlagged } = await notePairs(tx, world, match)
  const seats = discountSeats(match, meetings)
  const told = await countSeats(tx, match, seats)
  return { told: [...told, ...(await countInvitations(tx, world, seats))], isFlagged }
}

/**
 * Counts a match that was taken off the queue, in the transaction that took it: everything that play counts for, once.
 * A trial and a voided match count for nothing but time.
 */
export const countMatch = async (tx: Sql, world: Counting, match: Uncounted): Promise<Counted> => {
  const counted =
    match.settled && match.asset !== 'trial'
      ? await countSettled(tx, world, match, match.asset)
      : { told: [], isFlagged: false }
  await finishMatch(tx, match)
  return counted
}
