import { describe, expect, test } from 'vitest'
import { accountsOf, networksOf, payToOf } from './change-lines.ts'

const channel = {
  direction: 'deposit',
  method: 'usdt',
  currency: 'USDT',
  isOpen: true,
  least: '1',
  most: '2',
  rate: '1',
  feeBps: 0,
  feeFixed: '0',
  payTo: { TRC20: { method: 'usdt', address: 'T1' } },
  version: 1,
} as const

describe('where a deposit is paid to', () => {
  test('is one account, one for each network of USDT, or none', () => {
    expect(networksOf(channel)).toEqual(['TRC20', 'ERC20'])
    expect(networksOf({ direction: 'deposit', method: 'bank' })).toEqual([''])
    expect(networksOf({ direction: 'withdrawal', method: 'bank' })).toEqual([])
    expect(networksOf({ direction: 'deposit', method: 'checkout' })).toEqual([])
  })

  test('is sent as it was where nothing was entered, and without what is empty', () => {
    const accounts = accountsOf(channel)
    expect(accounts).toEqual({ TRC20: { address: 'T1' }, ERC20: { address: '' } })
    expect(payToOf(channel, accounts)).toEqual(channel.payTo)
    expect(payToOf(channel, { TRC20: { address: ' ' } })).toBeNull()
    expect(payToOf({ method: 'checkout' }, {})).toBeNull()
  })

  test('is whole or not at all', () => {
    const half = { '': { account: 'pay@house.example', name: '' } }
    expect(payToOf({ method: 'alipay' }, half)).toBeUndefined()
    expect(payToOf({ method: 'alipay' }, { '': { account: 'a@b.example', name: ' The House ' } })).toEqual({
      '': { method: 'alipay', account: 'a@b.example', name: 'The House' },
    })
  })
})
