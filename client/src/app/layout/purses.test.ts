import type { Balance } from '@minefall/shared/contracts/live'
import { expect, test } from 'vitest'
import { pursesOf } from './Header.tsx'

const none = { coin: '0', promo: '0', trial: '0' }
const balance = (over: Partial<Balance>): Balance => ({ version: 1, ...none, held: none, ...over })

test('an account has coins, and bonus coins and held ones where there are any', () => {
  const account = { signedIn: true }
  expect(pursesOf(balance({ trial: '1000' }), account)).toEqual([{ purse: 'coin', amount: '0' }])
  expect(
    pursesOf(
      balance({ coin: '9007199254740993', promo: '5', held: { coin: '2', promo: '1', trial: '7' } }),
      account,
    ),
  ).toEqual([
    { purse: 'coin', amount: '9007199254740993' },
    { purse: 'promo', amount: '5' },
    { purse: 'held', amount: '3' },
  ])
})

test('a guest has trial coins', () => {
  const guest = { signedIn: false }
  expect(pursesOf(balance({ coin: '5', trial: '0' }), guest)).toEqual([{ purse: 'trial', amount: '0' }])
  expect(pursesOf(balance({ trial: '900', held: { ...none, trial: '100' } }), guest)).toEqual([
    { purse: 'trial', amount: '900' },
    { purse: 'held', amount: '100' },
  ])
})
