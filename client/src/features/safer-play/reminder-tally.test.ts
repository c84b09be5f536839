import { expect, test } from 'vitest'
import { count, isDue, readingOf, sinceReminder } from './reminder-tally.ts'

const day = '2026-03-01'

test('counts what the server says was played, once for each second', () => {
  const first = count(null, { day, seconds: 600 })
  expect(first).toEqual({ day, seconds: 600, total: 600 })
  const again = count(first, { day, seconds: 600 })
  expect(again).toBe(first)
  expect(count(again, { day, seconds: 900 }).total).toBe(900)
})

test('an answer that was overtaken changes nothing', () => {
  const tally = { day, seconds: 900, total: 300 }
  expect(count(tally, { day, seconds: 880 })).toBe(tally)
  expect(count(tally, { day: '2026-02-28', seconds: 5_000 })).toBe(tally)
})

test('goes on over midnight', () => {
  expect(count({ day, seconds: 3_000, total: 800 }, { day: '2026-03-02', seconds: 120 })).toEqual({
    day: '2026-03-02',
    seconds: 120,
    total: 920,
  })
})

test('is due when the chosen minutes are reached, and starts over', () => {
  const tally = { day, seconds: 900, total: 1_900 }
  expect(isDue(sinceReminder(tally, 1_000), 15)).toBe(true)
  expect(isDue(sinceReminder(tally, 1_001), 15)).toBe(false)
  expect(isDue(sinceReminder(tally, 1_000), null)).toBe(false)
  expect(isDue(sinceReminder(null, 0), 15)).toBe(false)
  expect(isDue(sinceReminder(tally, tally.total), 15)).toBe(false)
  expect(sinceReminder(count(tally, { day, seconds: 1_000 }), tally.total)).toBe(100)
})

test('a tab that counts on from what is old takes no answer back', () => {
  const old = { day, seconds: 880, total: 880 }
  const answeredAt = count(old, { day, seconds: 900 }).total
  expect(sinceReminder(old, answeredAt)).toBe(0)
  expect(sinceReminder(count(old, { day, seconds: 910 }), answeredAt)).toBe(10)
})

test('reads the day of a moment in UTC', () => {
  expect(readingOf(Date.UTC(2026, 2, 1, 23, 59), 60)).toEqual({ day: '2026-03-01', seconds: 60 })
})
