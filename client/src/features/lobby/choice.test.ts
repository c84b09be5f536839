import type { Balance } from '@minefall/shared/contracts/live'
import type { Asset } from '@minefall/shared/game'
import { describe, expect, it, test } from 'vitest'
import { canPay, chooseFor, heldIn } from './choice.ts'

const table = { stakes: ['100', '10', '1000'], assets: ['coin', 'promo'] satisfies Asset[] }
const none = { coin: '0', promo: '0', trial: '0' }
const has = (coins: Partial<typeof none>): Balance => ({ version: 1, ...none, ...coins, held: none })

describe('what is chosen at a table at first', () => {
  it('is the lowest stake, in coins where they can pay it', () => {
    expect(chooseFor(table, has({ coin: '10', promo: '500' }), {})).toEqual({ stake: '10', asset: 'coin' })
  })

  it('is in bonus coins where only they can pay', () => {
    expect(chooseFor(table, has({ coin: '9', promo: '100' }), {})).toEqual({ stake: '10', asset: 'promo' })
    const wanted = { stake: '100', asset: undefined }
    expect(chooseFor(table, has({ coin: '50', promo: '100' }), wanted)).toEqual({
      stake: '100',
      asset: 'promo',
    })
  })

  it('is what was wanted, if it is offered and can be paid', () => {
    const rich = has({ coin: '5000', promo: '5000' })
    const wanted = { stake: '1000', asset: 'promo' }
    expect(chooseFor(table, rich, wanted)).toEqual(wanted)
    expect(chooseFor(table, rich, { stake: '7', asset: 'trial' })).toEqual({ stake: '10', asset: 'coin' })
  })

  it('keeps the wanted purse at a lower stake rather than take another', () => {
    const balance = has({ coin: '5000', promo: '50' })
    expect(chooseFor(table, balance, { stake: '1000', asset: 'promo' })).toEqual({
      stake: '10',
      asset: 'promo',
    })
  })

  it('is the lowest stake where nothing can be paid, and what was wanted while no one knows', () => {
    expect(chooseFor(table, has({}), { stake: '1000' })).toEqual({ stake: '10', asset: 'coin' })
    const wanted = { stake: '1000', asset: 'promo' }
    expect(chooseFor(table, null, wanted)).toEqual(wanted)
  })

  it('is nothing where nothing is offered', () => {
    expect(chooseFor({ stakes: [], assets: ['coin'] }, null, {})).toBeNull()
    expect(chooseFor({ stakes: ['10'], assets: [] }, null, {})).toBeNull()
  })
})

test('coins pay what they reach; trial coins are refilled; beyond 2^53 every coin counts', () => {
  const balance = has({ coin: '9007199254740993' })
  expect(canPay(balance, { stake: '9007199254740993', asset: 'coin' })).toBe(true)
  expect(canPay(balance, { stake: '9007199254740994', asset: 'coin' })).toBe(false)
  expect(canPay(balance, { stake: '100', asset: 'trial' })).toBe(true)
  expect([heldIn(null, 'coin'), heldIn(balance, 'trial'), heldIn(balance, 'promo')]).toEqual([
    null,
    null,
    '0',
  ])
})
