import { expect, test } from 'vitest'
import { count, isDue, readingOf, reminded } from './reminder-tally.ts'

const day = '2026-03-01'

test('counts what the server says was played, once for each second', () => {
  const first = count(null, { day, seconds: 600 })
  expect(first).toEqual({ day, seconds: 600, since: 600 })
  const again = count(first, { day, seconds: 600 })
  expect(again).toBe(first)
  expect(count(again, { day, seconds: 900 }).since).toBe(900)
})

test('an answer that was overtaken changes nothing', () => {
  const tally = { day, seconds: 900, since: 300 }
  expect(count(tally, { day, seconds: 880 })).toBe(tally)
  expect(count(tally, { day: '2026-02-28', seconds: 5_000 })).toBe(tally)
})

test('goes on over midnight', () => {
  expect(count({ day, seconds: 3_000, since: 800 }, { day: '2026-03-02', seconds: 120 })).toEqual({
    day: '2026-03-02',
    seconds: 120,
    since: 920,
  })
})

test('is due when the chosen minutes are reached, and begins anew', () => {
  const tally = { day, seconds: 900, since: 900 }
  expect(isDue(tally, 15)).toBe(true)
  expect(isDue({ ...tally, since: 899 }, 15)).toBe(false)
  expect(isDue(tally, null)).toBe(false)
  expect(isDue(null, 15)).toBe(false)
  expect(isDue(reminded(tally), 15)).toBe(false)
  expect(count(reminded(tally), { day, seconds: 1_000 }).since).toBe(100)
})

test('reads the day of a moment in UTC', () => {
  expect(readingOf(Date.UTC(2026, 2, 1, 23, 59), 60)).toEqual({ day: '2026-03-01', seconds: 60 })
})
