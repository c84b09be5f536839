export { readTies } from './pairs/index.ts'
export type { RewardsSettings } from './settings.ts'
export { type Rewards, startRewards } from './start-rewards.ts'
