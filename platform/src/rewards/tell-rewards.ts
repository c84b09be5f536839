import type { RewardsNews } from '@minefall/shared/contracts/live'
import { tellBalance, tellProfile } from '../players/index.ts'
import type { World } from './world.ts'

/** Whom to tell what after the commit. */
export type Told = { playerId: string; news: RewardsNews }

/**
 * Tells a player's live connections what became of their progress or was given to them, after the commit; before it
 * how they are shown or what they have, where that changed with it. Never rejects: all of it is read again.
 */
export const tellRewards = async (
  world: Pick<World, 'db' | 'bus' | 'log'>,
  { playerId, news }: Told,
): Promise<void> => {
  if (news.kind === 'level' || news.kind === 'vip') await tellProfile(world, playerId)
  if (news.kind === 'received' || (news.kind === 'referral' && news.amount !== null))
    await tellBalance(world, playerId)
  world.bus.publish('player.rewards', playerId, news)
}
