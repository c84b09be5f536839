import type { Balance } from '../contracts/live.ts'
import type { Asset, Coins } from '../game/rules.ts'
import { subtract } from './amounts.ts'

/** What can be staked now, for each asset: what is there less what is held for open tables. */
export const available = (balance: Pick<Balance, Asset | 'held'>): Record<Asset, Coins> => ({
  coin: subtract(balance.coin, balance.held.coin),
  promo: subtract(balance.promo, balance.held.promo),
  trial: subtract(balance.trial, balance.held.trial),
})
