import { expect, test } from 'vitest'
import { parseAmount } from './typed-amount.ts'

test.each([
  ['1000', '1000'],
  [' 1 000 ', '1000'],
  ['1,000', '1000'],
  ['1.000.000', '1000000'],
  ['1\u202f000', '1000'],
  ['１０００', '1000'],
  ['007', '7'],
  ['999999999999999999', '999999999999999999'],
])('%j is %s coins', (typed, coins) => {
  expect(parseAmount(typed)).toBe(coins)
})

test.each([
  '',
  '0',
  '-5',
  '12.5',
  '1,5',
  '1,0000',
  '10,00',
  '1,000.000',
  '1e3',
  '0x10',
  'ten',
  '1000000000000000000',
])('%j is no amount', (typed) => {
  expect(parseAmount(typed)).toBeNull()
})
