import { expect, test } from 'vitest'
import { breakOf, endOf, lengthsOf } from './BreakDialog.tsx'
import { rereadIn, rereadTodayIn } from './use-play.ts'

const day = 86_400_000

test('a break ends after its days, or never', () => {
  expect(endOf(7, 1_000)).toBe(1_000 + 7 * day)
  expect(endOf(null, 1_000)).toBeNull()
})

test('a break that goes on can be made longer, never shorter', () => {
  const running = { kind: 'time-out', beganAt: 0, endsAt: 10 * day } as const
  expect(lengthsOf('time-out', null, 0)).toEqual([1, 7, 30])
  expect(lengthsOf('time-out', running, 0)).toEqual([30])
  expect(lengthsOf('time-out', running, 4 * day)).toEqual([7, 30])
  expect(lengthsOf('self-exclusion', running, 0)).toEqual([180, 365, 1_825, null])
  expect(lengthsOf('self-exclusion', { ...running, kind: 'self-exclusion', endsAt: null }, 0)).toEqual([])
})

test('only the lengths of its kind are asked for', () => {
  expect(breakOf('self-exclusion', null)).toEqual({ kind: 'self-exclusion', days: null })
  expect(() => breakOf('time-out', 180)).toThrow()
})

test('how an account may play is read again when its break ends, and soon once more where that failed', () => {
  const reread = (endsAt: number | null, now: number) => {
    const present = { kind: 'time-out', beganAt: 0, endsAt } as const
    return rereadIn({ at: 10 * day, receivedAt: 500, break: present }, now)
  }
  expect(reread(10 * day + 8_000, 500)).toBe(8_000)
  expect(reread(10 * day + 8_000, 7_500)).toBe(1_000)
  expect(reread(10 * day + 8_000, 8_500)).toBe(5_000)
  // Longer than a browser's timer can be.
  expect(reread(50 * day, 500)).toBe(15 * 60_000)
  expect(reread(null, 500)).toBe(false)
  expect(rereadIn(undefined, 500)).toBe(false)
})

test('the day’s figures are read again as the next UTC day begins, and before that when a break ends', () => {
  const reread = (at: number, endsAt: number | null, now = 500) => {
    const present = endsAt === null ? null : ({ kind: 'time-out', beganAt: 0, endsAt } as const)
    return rereadTodayIn({ at, receivedAt: 500, break: present }, now)
  }
  expect(reread(10 * day - 60_000, null)).toBe(61_000)
  expect(reread(10 * day - 60_000, null, 50_500)).toBe(11_000)
  expect(reread(10 * day - 60_000, 10 * day - 20_000)).toBe(40_000)
  // A device may sleep past it.
  expect(reread(10 * day, null)).toBe(15 * 60_000)
  expect(rereadTodayIn(undefined, 500)).toBe(false)
})
