import { expect, test } from 'vitest'
import { drawUuid } from '../../../lib/draw-uuid.ts'
import { memoryStore } from '../../../lib/testing-storage.ts'
import { type Draft, isSameDraft, keptDeposits, keptDraft } from './draft.ts'

const alipay: Draft = { method: 'alipay', currency: 'CNY', amount: '1000' }
const tron: Draft = { method: 'usdt', currency: 'USDT', network: 'TRC20', amount: '1000' }

test('what was chosen is known again after a reload, to the same account alone', () => {
  const store = memoryStore()
  keptDraft(store, 'anna').keep(tron)
  expect(keptDraft(store, 'anna').read()).toEqual(tron)
  expect(keptDraft(store, 'ben').read()).toBeNull()
  keptDraft(store, 'anna').forget()
  expect(keptDraft(store, 'anna').read()).toBeNull()
})

test('another network, method or amount is another order', () => {
  expect(isSameDraft(tron, { ...tron })).toBe(true)
  expect(isSameDraft(tron, { ...tron, network: 'ERC20' })).toBe(false)
  expect(isSameDraft(tron, alipay)).toBe(false)
  expect(isSameDraft(alipay, { ...alipay, amount: '1001' })).toBe(false)
})

test('an order that had no answer is asked for with the same key and total, and another with its own', () => {
  const requests = keptDeposits(memoryStore(), 'anna', drawUuid)
  const first = requests.take({ ...alipay, total: '1012.00' })
  expect(requests.take({ ...alipay, total: '1020.00' })).toEqual(first)
  expect(requests.take({ ...tron, total: '140.00' }).key).not.toBe(first.key)
})
