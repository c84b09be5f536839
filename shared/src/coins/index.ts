import type { Coins } from '../rules/index.ts'

const wholeCoins = /^(0|[1-9][0-9]{0,18})$/

/** Reads a decimal string of whole coins. Throws a `RangeError` for anything else: signs, fractions, leading zeros. */
export const parseCoins = (text: Coins): bigint => {
  if (!wholeCoins.test(text)) throw new RangeError(`not a whole number of coins: ${JSON.stringify(text)}`)
  return BigInt(text)
}

/** Writes an amount as a decimal string. Throws a `RangeError` below 0 and from 10^19 on, where no amount may go. */
export const formatCoins = (amount: bigint): Coins => {
  const text = amount.toString()
  if (!wholeCoins.test(text)) throw new RangeError(`not an amount of coins: ${text}`)
  return text
}

/** `amount` times a whole number ≥ 0. Throws a `RangeError` for other factors. */
export const multiply = (amount: Coins, times: number): Coins =>
  formatCoins(parseCoins(amount) * BigInt(times))

/** `amount` × `basisPoints` / 10,000, rounded down to whole coins. */
export const portion = (amount: Coins, basisPoints: number): Coins =>
  formatCoins((parseCoins(amount) * BigInt(basisPoints)) / 10_000n)

/** `amount` − `less`. Throws a `RangeError` when that is below 0. */
export const subtract = (amount: Coins, less: Coins): Coins =>
  formatCoins(parseCoins(amount) - parseCoins(less))

/**
 * `total` in `count` whole shares that sum to it exactly; units left over go one each to the first shares:
 * `shareEqually('11', 3)` is `['4', '4', '3']`. Throws a `RangeError` when `count` is not a whole number ≥ 1.
 */
export const shareEqually = (total: Coins, count: number): Coins[] => {
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`cannot share among ${count}`)
  const sum = parseCoins(total)
  const among = BigInt(count)
  const rest = Number(sum % among)
  return Array.from({ length: count }, (_, index) => formatCoins(sum / among + (index < rest ? 1n : 0n)))
}

const most = BigInt(Number.MAX_SAFE_INTEGER)

/** `coins` as the product documents it: what can be staked, coins and bonus coins together, at most 2^53 − 1. */
export const shownCoins = ({ coin, promo }: { coin: Coins; promo: Coins }): number => {
  const sum = BigInt(coin) + BigInt(promo)
  return Number(sum < most ? sum : most)
}
