import { expect, test } from 'vitest'
import { allOf, amountTrouble, cleanAmount, limitsOf } from './amount.ts'

const limits = { least: '100', most: '20000' }

test.each([
  ['99', { notice: 'amount-below', amount: '100' }],
  ['20001', { notice: 'amount-above', amount: '20000' }],
  ['5001', { notice: 'balance-insufficient', amount: null }],
  ['5000', null],
  ['100', null],
  ['', { notice: 'amount-invalid', amount: null }],
  ['0', { notice: 'amount-invalid', amount: null }],
  ['-5', { notice: 'amount-invalid', amount: null }],
  ['1.5', { notice: 'amount-invalid', amount: null }],
  ['2,000', { notice: 'amount-invalid', amount: null }],
  ['1e3', { notice: 'amount-invalid', amount: null }],
  ['9'.repeat(40), { notice: 'amount-invalid', amount: null }],
])('of %j coins says what is wrong', (amount, trouble) => {
  expect(amountTrouble(amount, '5000', limits)).toEqual(trouble)
})

test('an amount past 2^53 is compared digit by digit', () => {
  const much = '9007199254740993'
  expect(amountTrouble(much, '9007199254740992', null)?.notice).toBe('balance-insufficient')
  expect(amountTrouble(much, much, null)).toBeNull()
})

test('spaces and wide digits are how people write', () => {
  expect(cleanAmount(' 2 000\u00a0')).toBe('2000')
  expect(cleanAmount('２０００')).toBe('2000')
  expect(cleanAmount('2.000')).toBe('2.000')
})

test('all is what fits into one order', () => {
  expect(allOf('30000', limits)).toBe('20000')
  expect(allOf('300', limits)).toBe('300')
  expect(allOf('300', null)).toBe('300')
})

test('before a way is chosen the widest limits count', () => {
  expect(limitsOf([limits, { least: '50', most: '900' }])).toEqual({ least: '50', most: '20000' })
  expect(limitsOf([])).toBeNull()
})
