import type { Coins } from '../rules/index.ts'

const most = BigInt(Number.MAX_SAFE_INTEGER)

/** `coins` as the product documents it: what can be staked, coins and bonus coins together, at most 2^53 − 1. */
export const shownCoins = ({ coin, promo }: { coin: Coins; promo: Coins }): number => {
  const sum = BigInt(coin) + BigInt(promo)
  return Number(sum < most ? sum : most)
}
