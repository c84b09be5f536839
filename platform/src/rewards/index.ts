export { readTies } from './pairs/index.ts'
export { type Rewards, startRewards } from './start-rewards.ts'
export { rewardsSettingsOf } from './world.ts'
