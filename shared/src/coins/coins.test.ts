import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCoins, multiply, parseCoins, portion, shareEqually, shownCoins, subtract } from './index.ts'

const most = 10n ** 19n - 1n
const amount = fc.bigInt({ min: 0n, max: most })

describe('an amount of coins', () => {
  it('is written and read without loss, also past 2^53', () => {
    fc.assert(fc.property(amount, (value) => parseCoins(formatCoins(value)) === value))
  })

  it.each(['', '-1', '1.5', '01', '1e3', ' 1', '10000000000000000000', '٣'])(
    'is not read from %j',
    (text) => {
      expect(() => parseCoins(text)).toThrow(RangeError)
    },
  )

  it('is never written below zero or with 20 digits', () => {
    expect(() => formatCoins(-1n)).toThrow(RangeError)
    expect(() => formatCoins(most + 1n)).toThrow(RangeError)
  })
})

describe('reckoning with coins', () => {
  it('subtracts and multiplies exactly', () => {
    expect(subtract('9007199254740994', '1')).toBe('9007199254740993')
    expect(multiply('9007199254740993', 6)).toBe('54043195528445958')
  })

  it('goes neither below zero nor beyond 19 digits, and multiplies by whole numbers alone', () => {
    expect(() => subtract('1', '2')).toThrow(RangeError)
    expect(() => multiply('9999999999999999999', 2)).toThrow(RangeError)
    expect(() => multiply('1', 1.5)).toThrow(RangeError)
    expect(() => multiply('1', -1)).toThrow(RangeError)
  })

  it('takes a portion in hundredths of a percent and rounds it down', () => {
    expect(portion('999', 250)).toBe('24')
    expect(portion('39', 250)).toBe('0')
    expect(portion('999', 10_000)).toBe('999')
  })
})

describe('equal shares', () => {
  it('give units left over to the first', () => {
    expect(shareEqually('11', 3)).toEqual(['4', '4', '3'])
    expect(shareEqually('1', 3)).toEqual(['1', '0', '0'])
  })

  it('sum to the whole and differ by one at most', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 1, max: 6 }), (value, count) => {
        const shares = shareEqually(formatCoins(value), count).map(parseCoins)
        expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(value)
        expect((shares[0] ?? 0n) - (shares.at(-1) ?? 0n)).toBeLessThanOrEqual(1n)
      }),
    )
  })

  it.each([0, -1, 1.5, Number.NaN])('are not made for %d', (count) => {
    expect(() => shareEqually('10', count)).toThrow(RangeError)
  })
})

it.each<[string, string, number]>([
  ['0', '0', 0],
  ['12345', '1000', 13_345],
  ['9007199254740990', '1', 9_007_199_254_740_991],
  ['9007199254740990', '2', 9_007_199_254_740_991],
  ['9223372036854775807', '9223372036854775807', 9_007_199_254_740_991],
])('%s coins and %s bonus coins are shown as %d', (coin, promo, coins) => {
  expect(shownCoins({ coin, promo })).toBe(coins)
})
