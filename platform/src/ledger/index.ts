export {
  type AccountKind,
  type AccountName,
  balanceOf,
  balancesOf,
  mostCoins,
  noBalance,
  type Party,
} from './accounts.ts'
export { giveBonus, giveWelcome, refillTrial } from './grants.ts'
export {
  captureHold,
  captureStakes,
  holdCoins,
  holdStake,
  type Payout,
  payOut,
  rakeParty,
  releaseHold,
  releaseStakes,
} from './holds.ts'
export { type Posting, post, requestHash, sameHash, type Transfer } from './posting.ts'
export { checkLedger } from './reconciliation.ts'
export { startReconciling } from './start-reconciling.ts'
