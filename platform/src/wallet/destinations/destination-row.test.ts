import type { DestinationDetails } from '@minefall/shared/payments'
import { expect, it } from 'vitest'
import { destinationLabel, fullDestination, orderDestination } from './destination-row.ts'

const realName = 'Anna Berg'
const bank = { method: 'bank', currency: 'MYR', bankName: 'City Bank', branchName: 'Harbour' } as const

it.each<[DestinationDetails, string]>([
  [{ method: 'alipay', account: 'anna.berg@home.example', realName }, 'an…@home.example'],
  [{ method: 'alipay', account: 'ab@home.example', realName }, 'a…@home.example'],
  [{ method: 'alipay', account: 'a@home.example', realName }, 'a…@home.example'],
  [{ method: 'alipay', account: '13812345678', realName }, '138…5678'],
  [{ method: 'alipay', account: '123456', realName }, '1…'],
  [
    { method: 'usdt', network: 'TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', realName },
    'TR7NHq…Lj6t',
  ],
  [{ ...bank, cardNumber: '6222020200112233445', realName }, 'City Bank …3445'],
])('an order to %j names it by its ends', (details, expected) => {
  expect(orderDestination(details)).toBe(expected)
})

it.each<[DestinationDetails, string]>([
  [{ method: 'alipay', account: '13812345678', realName }, '13812345678'],
  [
    { method: 'usdt', network: 'TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', realName },
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  ],
  [{ ...bank, cardNumber: '62220202', realName }, '62220202'],
])('the whole of %j is what is paid to', (details, expected) => {
  expect(fullDestination(details)).toBe(expected)
})

it('a card is known by its last four digits alone', () => {
  expect(destinationLabel({ ...bank, cardNumber: '62220202', realName })).toBe('…0202')
})
