import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadForConnection, reloadForTexts } from './reload-for-texts.ts'

const page = { pathname: '/', reload: vi.fn() }
let isThere = false
let asked = 0

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('location', page)
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return isThere ? Response.json({}) : Promise.reject(new TypeError('no network'))
  })
  Object.assign(page, { pathname: '/' })
  page.reload.mockClear()
  isThere = false
  asked = 0
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a page whose texts are missing reloads once the server answers, which is looked for once at a time', async () => {
  for (let seen = 0; seen < 5; seen++) reloadForTexts()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([asked, page.reload.mock.calls.length]).toEqual([2, 0])
  isThere = true
  await vi.advanceTimersByTimeAsync(5_000)
  expect([asked, page.reload.mock.calls.length]).toEqual([3, 1])
})

test('no one is taken away from a match, not who has sat down since either', async () => {
  page.pathname = '/game/mines-trial'
  reloadForTexts()
  expect(asked).toBe(0)
  page.pathname = '/'
  reloadForTexts()
  await vi.advanceTimersByTimeAsync(0)
  page.pathname = '/game/mines-trial'
  isThere = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(page.reload).not.toHaveBeenCalled()
  page.pathname = '/'
  reloadForTexts()
  await vi.advanceTimersByTimeAsync(0)
  expect(page.reload).toHaveBeenCalledOnce()
})

test('a match that can’t be connected to for want of code is no reason to stay', async () => {
  page.pathname = '/game/mines-trial'
  reloadForConnection()
  await vi.advanceTimersByTimeAsync(0)
  expect(page.reload).not.toHaveBeenCalled()
  isThere = true
  await vi.advanceTimersByTimeAsync(5_000)
  expect(page.reload).toHaveBeenCalledOnce()
})
