import { expect, test } from 'vitest'
import { amountTrouble, quickAmounts } from './draft.ts'

test('what is wrong with an amount is reported with the limit it breaks', () => {
  const limits = { least: '100', most: '50000' }
  expect(amountTrouble(null, limits)).toEqual({ notice: 'amount-invalid', limit: null })
  expect(amountTrouble('99', limits)).toEqual({ notice: 'amount-below', limit: '100' })
  expect(amountTrouble('50001', limits)).toEqual({ notice: 'amount-above', limit: '50000' })
  for (const amount of ['100', '50000']) expect(amountTrouble(amount, limits)).toBeNull()
})

test('only usual amounts that are taken are offered, five at most', () => {
  expect(quickAmounts({ least: '100', most: '50000' })).toEqual(['200', '500', '1000', '2000', '5000'])
  expect(quickAmounts({ least: '500', most: '2000' })).toEqual(['500', '1000', '2000'])
  expect(quickAmounts({ least: '100000', most: '200000' })).toEqual([])
})
