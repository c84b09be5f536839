import { expect, onTestFinished, test, vi } from 'vitest'
import { byDay, nearDay } from './days.ts'
import { followDay } from './follow-day.ts'

const at = (day: number, hour: number) => new Date(2026, 2, day, hour).getTime()

test('things stand under the day they happened on where the visitor is, in their order', () => {
  const days = byDay([at(9, 23), at(9, 0), at(8, 23), at(5, 12), at(8, 1)], (time) => time)
  expect(days.map(({ items }) => items)).toEqual([
    [at(9, 23), at(9, 0)],
    [at(8, 23)],
    [at(5, 12)],
    [at(8, 1)],
  ])
  expect(days[0]?.at).toBe(at(9, 23))
  expect(new Set(days.map(({ key }) => key)).size).toBe(4)
  expect(byDay([], (time) => time)).toEqual([])
})

test('the same day of another month or year is another day', () => {
  const dates = [new Date(2026, 2, 8), new Date(2026, 1, 8), new Date(2025, 1, 8)]
  expect(byDay(dates, (date) => date.getTime())).toHaveLength(3)
  expect(nearDay(new Date(2025, 2, 8).getTime(), at(8, 1))).toBeNull()
})

test('today and yesterday are known, also across the days that clocks are set', () => {
  for (let day = 1; day <= 31; day += 1) {
    expect(nearDay(at(day, 1), at(day, 23))).toBe('today')
    expect(nearDay(at(day, 23), at(day + 1, 0))).toBe('yesterday')
    expect(nearDay(at(day, 0), at(day + 1, 23))).toBe('yesterday')
    expect(nearDay(at(day, 23), at(day + 2, 0))).toBeNull()
  }
})

test('a page left open hears of each day as it begins, and of a night that it slept through', () => {
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  vi.useFakeTimers({ now: at(8, 22) })
  vi.stubGlobal('document', new EventTarget())
  let heard = 0
  const stop = followDay(() => {
    heard += 1
  })
  vi.advanceTimersByTime(at(9, 0) - at(8, 22) - 1)
  expect(heard).toBe(0)
  vi.advanceTimersByTime(1)
  expect([heard, nearDay(at(8, 22), Date.now())]).toEqual([1, 'yesterday'])
  vi.advanceTimersByTime(at(10, 0) - at(9, 0))
  expect(heard).toBe(2)
  vi.setSystemTime(at(11, 7))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(heard).toBe(3)
  vi.advanceTimersByTime(at(12, 0) - at(11, 7))
  expect(heard).toBe(4)
  stop()
  document.dispatchEvent(new Event('visibilitychange'))
  expect([heard, vi.getTimerCount()]).toEqual([4, 0])
})
