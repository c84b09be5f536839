export { type AccountName, balanceOf, balancesOf, noBalance, type Party } from './accounts.ts'
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
