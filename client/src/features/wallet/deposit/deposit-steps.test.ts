import { expect, test } from 'vitest'
import { outcomeOf, shownStep, stepOfOrder } from './draft.ts'

const draft = { method: 'alipay', currency: 'CNY', amount: '1000' } as const
const order = '01890000-0000-7000-8000-000000000001'

test.each([
  [{ step: undefined, order: undefined }, null, 'amount'],
  [{ step: 'review', order: undefined }, null, 'amount'],
  [{ step: 'review', order: undefined }, draft, 'review'],
  [{ step: 'amount', order: undefined }, draft, 'amount'],
  [{ step: 'pay', order: undefined }, draft, 'amount'],
  [{ step: 'nothing', order: undefined }, draft, 'amount'],
  [{ step: 'pay', order }, null, 'order'],
  [{ step: undefined, order }, draft, 'order'],
] as const)('%j with what was chosen %j shows %s', (asked, chosen, shown) => {
  expect(shownStep(asked, chosen)).toBe(shown)
})

test('an order is paid while it is submitted, and shown as what it is in every other status', () => {
  expect(stepOfOrder('submitted')).toBe('pay')
  for (const status of ['paid', 'reviewing', 'completed', 'failed', 'frozen'])
    expect(stepOfOrder(status)).toBe('done')
})

test.each([
  ['paid', 'alipay', null, 'sent'],
  ['reviewing', 'bank', null, 'sent'],
  ['paid', 'checkout', null, 'received'],
  ['completed', 'usdt', null, 'credited'],
  ['failed', 'usdt', 'expired', 'expired'],
  ['failed', 'checkout', 'declined', 'declined'],
  ['failed', 'bank', 'refused', 'failed'],
  ['frozen', 'bank', null, 'pending'],
] as const)('%s by %s for %s is reported as %s', (status, method, code, outcome) => {
  expect(outcomeOf({ status, method, reason: code && { code } })).toBe(outcome)
})
