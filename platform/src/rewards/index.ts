export { readTies } from './pairs/index.ts'
export { rewardsSettingsOf } from './settings.ts'
export { type Rewards, startRewards } from './start-rewards.ts'
