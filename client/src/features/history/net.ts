import type { HistoryMatch } from '@minefall/shared/contracts'

/** What a match changed: what came back less the stake. */
export const netOf = ({ payout, stake }: Pick<HistoryMatch, 'payout' | 'stake'>): bigint =>
  BigInt(payout) - BigInt(stake)
