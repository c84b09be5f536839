import type { RewardsNews } from '@minefall/shared/contracts/live'
import type { Bus, Clock } from '@minefall/shared/node'
import type { Accounts } from '../accounts/index.ts'
import type { PlatformSettings } from '../config.ts'
import type { Database, Log } from '../db/index.ts'
import type { Matches } from '../matches/index.ts'
import { notifyBalance, notifyProfile } from '../players/index.ts'

/** Everything that may be set about rewards; what each is says `platformVariables`. */
export const rewardsSettingsOf = (settings: PlatformSettings) => ({
  barredCountries: settings.BARRED_COUNTRIES,
  pairCoinsMost: BigInt(settings.PAIR_COINS_PER_DAY),
})
export type RewardsSettings = ReturnType<typeof rewardsSettingsOf>

/** Whom to tell what after the commit. */
export type PlayerNews = { playerId: string; news: RewardsNews }

/**
 * Tells a player's live connections about progress and gifts, after the commit; before it
 * how they are shown or what they have, where that changed with it. Never rejects: all of it is read again.
 */
export const notifyRewards = async (
  world: Pick<World, 'db' | 'bus' | 'log'>,
  { playerId, news }: PlayerNews,
): Promise<void> => {
  if (news.kind === 'level' || news.kind === 'vip') await notifyProfile(world, playerId)
  if (news.kind === 'received' || (news.kind === 'referral' && news.amount !== null))
    await notifyBalance(world, playerId)
  world.bus.publish('player.rewards', playerId, news)
}

/** Injected dependencies: no other clock or database is used in this folder. */
export type World = {
  db: Database
  bus: Bus
  clock: Clock
  log: Log
  accounts: Accounts
  matches: Pick<Matches, 'onEnded'>
  settings: RewardsSettings
}
