import type { Channel } from '@minefall/shared/contracts/rest'
import { expect, test } from 'vitest'
import { comesTo, offerOf, offersOf } from './amount.ts'

const channel = (code: string, more: Partial<Channel> = {}): Channel => ({
  method: 'bank',
  currency: { code, name: code, symbol: code, decimals: 2 },
  networks: [],
  least: '100',
  most: '20000',
  rate: '1',
  feeBps: 0,
  feeFixed: '0',
  sandbox: false,
  ...more,
})
const cny = channel('CNY', { method: 'alipay', feeBps: 100 })
const usdt = channel('USDT', { method: 'usdt', rate: '0.14', feeBps: 100 })
const myr = channel('MYR', { rate: '0.6', feeBps: 50, feeFixed: '5' })
const channels = [cny, usdt, channel('CNY'), myr]

test('a currency is offered once, with every way it is paid out by', () => {
  expect(offersOf(channels).map(({ currency, ways }) => [currency.code, ways.length])).toEqual([
    ['CNY', 2],
    ['USDT', 1],
    ['MYR', 1],
  ])
})

test('the chosen currency comes before the displayed one, and that before the first', () => {
  const offers = offersOf(channels)
  const codeOf = (kept: string | null, displayed: string) => offerOf(offers, kept, displayed)?.currency.code
  expect(codeOf('USDT', 'MYR')).toBe('USDT')
  expect(codeOf(null, 'MYR')).toBe('MYR')
  expect(codeOf('JPY', 'MYR')).toBe('MYR')
  expect(codeOf('JPY', 'JPY')).toBe('CNY')
  expect(offerOf([], 'CNY', 'CNY')).toBeNull()
})

test('an amount comes to what is left after the fee, by the sums of the server', () => {
  expect(comesTo('2000', usdt)).toBe('277.20')
  expect(comesTo('2000', cny)).toBe('1980.00')
  expect(comesTo('2000', myr)).toBe('1191.00')
  expect(comesTo('5', myr)).toBeNull()
})
