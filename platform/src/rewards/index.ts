export { readTies } from './pairs/note-pairs.ts'
export { type Rewards, startRewards } from './start-rewards.ts'
export { rewardsSettingsOf } from './world.ts'
