import { expect, test } from 'vitest'
import { timeUntil } from './Gift.tsx'

test('what is a day away or more is given in days and hours', () => {
  expect(timeUntil(86_400)).toEqual({ kind: 'days', days: 1, hours: 0 })
  expect(timeUntil(6 * 86_400 + 5 * 3_600 + 3_599)).toEqual({ kind: 'days', days: 6, hours: 5 })
})

test('what is nearer runs down as a clock', () => {
  expect(timeUntil(86_399)).toEqual({ kind: 'clock', clock: '23:59:59' })
  expect(timeUntil(61)).toEqual({ kind: 'clock', clock: '01:01' })
  expect(timeUntil(0)).toEqual({ kind: 'clock', clock: '00:00' })
})
