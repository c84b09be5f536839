import { isUnavailable } from '../../db/index.ts'
import { tellRewards } from '../tell-rewards.ts'
import type { World } from '../world.ts'
import { type Counted, countMatch } from './count-match.ts'
import { takeMatch } from './take-match.ts'

export type CounterWorld = Pick<World, 'db' | 'bus' | 'clock' | 'log' | 'settings'>

/**
 * Counts the match that has waited longest, in one transaction, and tells of it. Answers whether one waited. One that
 * can't be counted is left out from then on. Rejects when the database is away.
 */
export const countNext = async (world: CounterWorld, leftOut: Set<string>): Promise<boolean> => {
  const { db, log } = world
  const taken: { matchId: string | null; counted: Counted | null } = { matchId: null, counted: null }
  try {
    await db.transaction(async (tx) => {
      const match = await takeMatch(tx, [...leftOut])
      taken.matchId = match?.matchId ?? null
      taken.counted = match && (await countMatch(tx, world, match))
    })
  } catch (error) {
    const { matchId } = taken
    if (matchId !== null) leftOut.add(matchId)
    if (matchId === null || isUnavailable(error)) throw error
    log.error({ err: error, matchId, alarm: 'counting' }, 'a match could not be counted')
    return true
  }
  for (const one of taken.counted?.told ?? []) await tellRewards(world, one)
  if (taken.counted?.isFlagged) world.bus.publish('desk.changed', null, { what: 'flags' })
  return taken.matchId !== null
}
