import { requestKeySchema } from '@minefall/shared/contracts/rest'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { keptRequests } from './kept-request.ts'
import { memoryStore } from './testing-storage.ts'

const schema = z.strictObject({ key: requestKeySchema, amount: z.string(), total: z.string() })
type Request = z.infer<typeof schema>

const memory = () => {
  const kept = new Map<string, string>()
  return { kept, store: memoryStore(kept) }
}

const requestsIn = (store: ReturnType<typeof memory>['store'], name = 'request/anna') => {
  let count = 0
  return keptRequests<Request>({
    store,
    name,
    schema,
    isSame: (one, other) => one.amount === other.amount,
    draw: () => `01890000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
  })
}

test('a request is kept before it is sent, and sent again as it was', () => {
  const { store } = memory()
  const first = requestsIn(store).take({ amount: '100', total: '1.00' })
  const afterReload = requestsIn(store)
  expect(afterReload.unanswered()).toEqual(first)
  expect(afterReload.take({ amount: '100', total: '1.20' })).toEqual(first)
})

test('another request is another key, and so is the same one once its answer is known', () => {
  const requests = requestsIn(memory().store)
  const first = requests.take({ amount: '100', total: '1.00' })
  const other = requests.take({ amount: '200', total: '2.00' })
  expect(other).toMatchObject({ amount: '200' })
  expect(other.key).not.toBe(first.key)
  requests.forget()
  expect(requests.unanswered()).toBeNull()
  expect(requests.take({ amount: '200', total: '2.00' }).key).not.toBe(other.key)
})

test('requests of two accounts, and what someone else wrote there, are never mixed up', () => {
  const { store, kept } = memory()
  requestsIn(store).take({ amount: '100', total: '1.00' })
  expect(requestsIn(store, 'request/ben').unanswered()).toBeNull()
  for (const text of ['{', '{}', 'null', '{"key":"1","amount":"100","total":"1.00"}']) {
    kept.set('request/anna', text)
    expect(requestsIn(store).unanswered()).toBeNull()
  }
})
