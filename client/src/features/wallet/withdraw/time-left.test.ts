import { expect, test } from 'vitest'
import { endsOf } from './ConfirmStep.tsx'
import { sharePassed, timeLeft } from './HoldOff.tsx'

const hour = 3_600_000

test('time runs down by the minute, and its last one is still one', () => {
  expect(timeLeft(20 * hour + 41 * 60_000)).toEqual({ hours: 20, minutes: 41 })
  expect(timeLeft(hour)).toEqual({ hours: 1, minutes: 0 })
  expect(timeLeft(1)).toEqual({ hours: 0, minutes: 1 })
  expect(timeLeft(-5)).toEqual({ hours: 0, minutes: 0 })
})

test('a share of the wait is between nothing and all', () => {
  const wait = { since: 1_000, until: 2_000 }
  expect([500, 1_000, 1_500, 2_000, 9_000].map((now) => sharePassed(wait, now))).toEqual([0, 0, 0.5, 1, 1])
  expect(sharePassed({ since: 5, until: 5 }, 5)).toBe(1)
})

test('a long address is reported by its ends, a shortened one is all there is', () => {
  expect(endsOf('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toEqual({
    first: 'TR7NHq',
    middle: 'jeKQxGTCi8q8ZY4pL8otSz',
    last: 'gjLj6t',
  })
  expect(endsOf('TR7NHq…Lj6t').first).toBe('TR7NHq…Lj6t')
  expect(endsOf('pay@mail.example').first).toBe('pay@mail.example')
})
