/**
 * Sums of an order, in integers alone: coins are whole, money is in the smallest units of its currency (`decimals`
 * places), a rate has eight places. What is left over by rounding is the house's gain of less than one smallest unit,
 * never its loss: a deposit rounds up, a withdrawal down.
 */

const ratePlaces = 8
const rateUnit = 10n ** BigInt(ratePlaces)

/** Reads a rate, units of a currency for one coin: a decimal number above 0 with at most 8 places. Throws a `RangeError`. */
export const parseRate = (text: string): bigint => {
  const [, whole, places = ''] = /^(\d{1,10})(?:\.(\d{1,8}))?$/.exec(text) ?? []
  const rate = whole === undefined ? 0n : BigInt(whole + places.padEnd(ratePlaces, '0'))
  if (rate === 0n) throw new RangeError(`not a rate: ${JSON.stringify(text)}`)
  return rate
}

const ceilDivide = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor

/** `fee_bps` in hundredths of a percent, `fixed` in smallest units (a deposit) or coins (a withdrawal). */
export type Fee = { bps: number; fixed: bigint }
export type Price = { rate: string; decimals: number; fee: Fee }

const feeOf = (amount: bigint, { bps, fixed }: Fee): bigint =>
  ceilDivide(amount * BigInt(bps), 10_000n) + fixed

/** What a deposit of so many coins costs: its worth, the fee, and what is paid in all. */
export const depositSums = (coins: bigint, { rate, decimals, fee }: Price) => {
  const fiat = ceilDivide(coins * parseRate(rate) * 10n ** BigInt(decimals), rateUnit)
  const feeFiat = feeOf(fiat, fee)
  return { fiat, feeFiat, total: fiat + feeFiat }
}

/** What a withdrawal of so many coins gives: the house's fee in coins, and the worth of the rest. Null where nothing is left. */
export const withdrawalSums = (coins: bigint, { rate, decimals, fee }: Price) => {
  const feeCoins = feeOf(coins, fee)
  const fiat = ((coins - feeCoins) * parseRate(rate) * 10n ** BigInt(decimals)) / rateUnit
  return feeCoins >= coins || fiat <= 0n ? null : { feeCoins, fiat }
}

/** Smallest units as a decimal number with all its places: `formatUnits(101200n, 2)` is `'1012.00'`. */
export const formatUnits = (units: bigint, decimals: number): string => {
  const digits = units.toString().padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
