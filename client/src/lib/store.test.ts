import { expect, test } from 'vitest'
import { createStore } from './store.ts'

test('a store makes its value when it is first asked for, and once', () => {
  let made = 0
  const store = createStore(() => {
    made += 1
    return made
  })
  expect(made).toBe(0)
  expect([store.current(), store.current()]).toEqual([1, 1])
})

test('a store tells of each change until it is unsubscribed, and not of the same value', () => {
  const store = createStore(() => 'a')
  const heard: string[] = []
  const stop = store.subscribe(() => heard.push(store.current()))
  store.set('a')
  store.set('b')
  store.set('b')
  store.set('c')
  stop()
  store.set('d')
  expect(heard).toEqual(['b', 'c'])
})
