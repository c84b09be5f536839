import type { DeskOrderDetail } from '@minefall/shared/contracts/desk'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { callError } from '../../../src/lib/call-error.ts'
import { partOf } from '../../../src/ui/testing.ts'
import { Waiting } from '../../ui/Waiting.tsx'
import { Actions } from './Actions.tsx'
import { Destination, ReadOrder } from './Orders.tsx'

const order: DeskOrderDetail = {
  ...{ id: 'o1', number: 'W1', kind: 'withdrawal', method: 'bank', network: null, status: 'pending' },
  ...{ amount: '100', feeCoins: '1', rate: '0.1', fiat: '10.00', fee: '0', total: '9.90', remark: 'r' },
  currency: { code: 'USD', name: 'US dollar', symbol: '$', decimals: 2 },
  ...{ createdAt: 0, expiresAt: null, endedAt: null, reason: null, reference: null, asset: 'coin' },
  ...{
    destination: null,
    destinationDetails: null,
    payTo: null,
    checkout: null,
    proofs: [],
    steps: [],
    events: [],
  },
  player: { id: 'p1', nickname: 'Mai', email: '', phoneNumber: '' },
  ...{ flags: [], accountFlags: [], identity: { withdrawn: '0', reviewed: null } },
  ...{ approvals: { needed: 1, given: [], why: null }, deciders: { refused: null, others: [] } },
}
const error = callError(1503, 'no connection')
const drawn = (data: DeskOrderDetail | undefined) =>
  ReadOrder({ of: { data, error, refetch: () => Promise.reject(new Error('not asked')) } })

test('an order that can’t be read again stays, with its decision and what is typed there', () => {
  expect(partOf(drawn(order), Actions)).toBeDefined()
  expect(partOf(drawn(order), Waiting)).toBeUndefined()
})

test('in place of an order that was never read it says why', () => {
  expect(partOf(drawn(undefined), Waiting)).toBeDefined()
  expect(partOf(drawn(undefined), Actions)).toBeUndefined()
})

const payout = (given: Partial<DeskOrderDetail>) =>
  renderToStaticMarkup(<Destination order={{ ...order, ...given }} />)

test('a withdrawal that a colleague has approved, and may have paid, asks no one to pay it again', () => {
  const approval = { staffId: 's1', name: 'Ann', reference: 'FT-22', at: 0, counts: true }
  expect(payout({})).toContain('Start the payout before you pay')
  const started = { status: 'pending', actorKind: 'staff', actor: 'Ann', reason: null, at: 0 } as const
  expect(payout({ events: [started] })).toContain('Ann started this payout')
  for (const counts of [true, false]) {
    const second = payout({ approvals: { needed: 2, given: [{ ...approval, counts }], why: null } })
    expect(second).toContain('Ann (FT-22)')
    expect(second).toContain(counts ? 'Only Ann can reject it' : 'before you pay or reject it')
    expect(second).not.toContain('Start the payout')
  }
})

test('a withdrawal that has ended asks no one to pay it', () => {
  expect(payout({ status: 'completed', endedAt: 1 })).not.toContain('payout')
})
