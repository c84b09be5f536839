import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onceServerAnswers } from './server-back.ts'

/** A page whose server is there or not, and which is seen or not. */
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
let isThere = false
/** What answers in place of the server, if anything does. */
let instead: Response | null = null
let asked = 0

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', page)
  vi.stubGlobal('fetch', async () => {
    asked += 1
    if (isThere) return Response.json({})
    return instead ?? Promise.reject(new TypeError('no network'))
  })
  page.visibilityState = 'visible'
  isThere = false
  instead = null
  asked = 0
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('the server is looked for every five seconds until it answers, and no longer', async () => {
  let went = 0
  onceServerAnswers(() => {
    went += 1
  }, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(10_000)
  expect([asked, went]).toEqual([3, 0])
  isThere = true
  await vi.advanceTimersByTimeAsync(5_000)
  expect([asked, went]).toEqual([4, 1])
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([asked, went, vi.getTimerCount()]).toEqual([4, 1, 0])
})

test('a page of the network, which wants a login first, is no answer of the server', async () => {
  let went = 0
  instead = new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })
  onceServerAnswers(() => {
    went += 1
  }, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(5_000)
  expect([asked, went]).toEqual([2, 0])
  isThere = true
  await vi.advanceTimersByTimeAsync(5_000)
  expect([asked, went]).toEqual([3, 1])
})

test('it is looked for at once with a network, and not by a page that no one sees', async () => {
  onceServerAnswers(() => undefined, new AbortController().signal)
  page.visibilityState = 'hidden'
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toBe(1)
  page.visibilityState = 'visible'
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('online'))
  expect(asked).toBe(3)
})

test('it is looked for no more once that is ended', async () => {
  const ended = new AbortController()
  onceServerAnswers(() => expect.fail('went on'), ended.signal)
  await vi.advanceTimersByTimeAsync(0)
  ended.abort()
  isThere = true
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([asked, vi.getTimerCount()]).toEqual([1, 0])
})
