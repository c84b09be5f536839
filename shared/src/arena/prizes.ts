/** One in so many of those with points gets a prize, and at least this many do, where there are as many. */
const paidOneIn = 5
const paidLeast = 3

/** How many prizes there are for so many players with points. */
export const prizeCount = (players: number): number =>
  Math.min(players, Math.max(paidLeast, Math.ceil(players / paidOneIn)))

/**
 * Splits a pot into so many prizes, the first place's first: they go down with the squares, sum to the pot exactly, and
 * none is larger than the one before it. Coins that are left over by rounding go to the first places, one each.
 */
export const splitPot = (pot: bigint, count: number): bigint[] => {
  const weights = Array.from({ length: count }, (_, nth) => BigInt(count - nth) ** 2n)
  const whole = weights.reduce((sum, weight) => sum + weight, 0n)
  if (whole === 0n) return []
  const prizes = weights.map((weight) => (pot * weight) / whole)
  const left = pot - prizes.reduce((sum, prize) => sum + prize, 0n)
  return prizes.map((prize, nth) => (BigInt(nth) < left ? prize + 1n : prize))
}

/**
 * What each player with points gets of a pot, by their places in order. Those who share a place share its prizes and those
 * of the places that it takes up evenly; what can't be split evenly goes to the first of them in the given order, one coin each.
 * The prizes sum to the pot, unless there is no player.
 */
export const prizesOf = (pot: bigint, places: readonly number[]): bigint[] => {
  const prizes = splitPot(pot, prizeCount(places.length))
  return places.map((place, nth) => {
    const first = places.indexOf(place)
    const sharers = BigInt(places.lastIndexOf(place) - first + 1)
    const shared = prizes.slice(first, first + Number(sharers)).reduce((sum, prize) => sum + prize, 0n)
    return shared / sharers + (BigInt(nth - first) < shared % sharers ? 1n : 0n)
  })
}
