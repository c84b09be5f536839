import { expect, test } from 'vitest'
import { safeStorage } from '../../../lib/storage.ts'
import { drawKey } from '../parts/request-key.ts'
import { keptRequests } from './kept-request.ts'

const memory = () => {
  const entries = new Map<string, string>()
  return safeStorage(() => ({
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  }))
}
const asked = { destinationId: drawKey(), amount: '2000', total: '277.20' }

test('a request is kept with its key before it is sent, and the same one is sent again until it is answered', () => {
  const store = memory()
  const request = keptRequests(store, 'anna', drawKey).take(asked)
  const reloaded = keptRequests(store, 'anna', drawKey)
  expect(reloaded.unanswered(asked)).toEqual(request)
  expect(reloaded.take(asked)).toEqual(request)
  // The rate moved on: what was asked for stays what it was.
  expect(reloaded.take({ ...asked, total: '280.00' })).toEqual(request)
  reloaded.forget()
  expect(reloaded.unanswered(asked)).toBeNull()
  expect(reloaded.take(asked).key).not.toBe(request.key)
})

test('another amount or destination is another request', () => {
  const requests = keptRequests(memory(), 'anna', drawKey)
  const { key } = requests.take(asked)
  expect(requests.unanswered({ ...asked, amount: '2001' })).toBeNull()
  expect(requests.take({ ...asked, amount: '2001' }).key).not.toBe(key)
  expect(requests.take({ ...asked, destinationId: drawKey() }).key).not.toBe(key)
})

test('nobody is told of what another account asked for, nor of what is no request', () => {
  const store = memory()
  keptRequests(store, 'anna', drawKey).take(asked)
  expect(keptRequests(store, 'ben', drawKey).unanswered(asked)).toBeNull()
  for (const odd of ['{', '{"key":1}', 'null']) {
    store.set('withdraw_request/ben', odd)
    expect(keptRequests(store, 'ben', drawKey).unanswered(asked)).toBeNull()
  }
})
