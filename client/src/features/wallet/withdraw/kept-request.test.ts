import { expect, test } from 'vitest'
import { drawUuid } from '../../../lib/draw-uuid.ts'
import { memoryStore } from '../../../lib/testing-storage.ts'
import { keptWithdrawals } from './use-withdrawal.ts'

const asked = { destinationId: drawUuid(), amount: '2000', total: '277.20' }

test('a request is kept with its key before it is sent, and the same one is sent again until it is answered', () => {
  const store = memoryStore()
  const request = keptWithdrawals(store, 'anna', drawUuid).take(asked)
  const reloaded = keptWithdrawals(store, 'anna', drawUuid)
  expect(reloaded.isUnanswered(asked)).toBe(true)
  expect(reloaded.take(asked)).toEqual(request)
  // The rate moved on: what was asked for stays what it was.
  expect(reloaded.take({ ...asked, total: '280.00' })).toEqual(request)
  reloaded.forget()
  expect(reloaded.isUnanswered(asked)).toBe(false)
  expect(reloaded.take(asked).key).not.toBe(request.key)
})

test('another amount or destination is another request', () => {
  const requests = keptWithdrawals(memoryStore(), 'anna', drawUuid)
  const { key } = requests.take(asked)
  expect(requests.isUnanswered({ ...asked, amount: '2001' })).toBe(false)
  expect(requests.take({ ...asked, amount: '2001' }).key).not.toBe(key)
  expect(requests.take({ ...asked, destinationId: drawUuid() }).key).not.toBe(key)
})

test('no one hears of what another account asked for, nor of what is no request', () => {
  const store = memoryStore()
  keptWithdrawals(store, 'anna', drawUuid).take(asked)
  expect(keptWithdrawals(store, 'ben', drawUuid).isUnanswered(asked)).toBe(false)
  for (const odd of ['{', '{"key":1}', 'null']) {
    store.set('withdraw_request/ben', odd)
    expect(keptWithdrawals(store, 'ben', drawUuid).isUnanswered(asked)).toBe(false)
  }
})
