import { expect, it } from 'vitest'
import { shownCoins } from './shown-coins.ts'

it.each<[string, string, number]>([
  ['0', '0', 0],
  ['12345', '1000', 13_345],
  ['9007199254740990', '1', 9_007_199_254_740_991],
  ['9007199254740990', '2', 9_007_199_254_740_991],
  ['9223372036854775807', '9223372036854775807', 9_007_199_254_740_991],
])('%s coins and %s bonus coins are shown as %d', (coin, promo, coins) => {
  expect(shownCoins({ coin, promo })).toBe(coins)
})
