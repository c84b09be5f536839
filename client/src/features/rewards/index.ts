export { Gift, type GiftState, TimeUntil } from './Gift.tsx'
export { useVip } from './queries.ts'
export { OtherGifts, RewardsFrame, RewardsState } from './RewardsFrame.tsx'
