import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { depositSums, formatUnits, parseRate, withdrawalSums } from './exchange.ts'

const price = (rate: string, decimals: number, bps: number, fixed: bigint) => ({
  rate,
  decimals,
  fee: { bps, fixed },
})

describe('the sums of an order', () => {
  it('are those of an example', () => {
    expect(depositSums(1_000n, price('1', 2, 120, 0n))).toEqual({
      fiat: 100_000n,
      feeFiat: 1_200n,
      total: 101_200n,
    })
    expect(depositSums(1n, price('0.14', 2, 290, 30n))).toEqual({ fiat: 14n, feeFiat: 31n, total: 45n })
    expect(withdrawalSums(2_000n, price('0.14', 2, 100, 0n))).toEqual({ feeCoins: 20n, fiat: 27_720n })
    expect(depositSums(3n, price('0.33333333', 0, 0, 0n)).fiat).toBe(1n)
  })

  it('never cost the house, and never cost the player more than the smallest unit of each sum', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.integer({ min: 1, max: 10 ** 11 }),
        fc.integer({ min: 0, max: 4 }),
        (coins, rate, decimals) => {
          const text = formatUnits(BigInt(rate), 8)
          const exact = coins * BigInt(rate) * 10n ** BigInt(decimals)
          const paid = depositSums(coins, price(text, decimals, 0, 0n)).total * 10n ** 8n
          expect(paid >= exact && paid - exact < 10n ** 8n).toBe(true)
          const got = (withdrawalSums(coins, price(text, decimals, 0, 0n))?.fiat ?? 0n) * 10n ** 8n
          expect(got <= exact && exact - got < 10n ** 8n).toBe(true)
        },
      ),
    )
  })

  it('leave nothing of a withdrawal that its fee eats', () => {
    expect(withdrawalSums(5n, price('1', 2, 0, 5n))).toBeNull()
    expect(withdrawalSums(1n, price('0.001', 2, 0, 0n))).toBeNull()
  })

  it.each(['0', '0.000000000', '-1', '1e3', '', '.5', '1.', 'NaN', '0.123456789'])(
    'know no rate of %j',
    (text) => {
      expect(() => parseRate(text)).toThrow(RangeError)
    },
  )

  it('are written with all their places', () => {
    expect([formatUnits(5n, 2), formatUnits(123n, 0), formatUnits(101_200n, 2)]).toEqual([
      '0.05',
      '123',
      '1012.00',
    ])
  })
})
