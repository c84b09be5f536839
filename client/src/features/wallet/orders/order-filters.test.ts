import { expect, test } from 'vitest'
import { beginningOf, methodsOf, periods, statusesOf } from './order-status.ts'

test('a period begins at midnight where the visitor is, and stays the same all day', () => {
  const noon = new Date(2026, 10, 22, 12, 30).getTime()
  const evening = new Date(2026, 10, 22, 23, 59).getTime()
  expect(beginningOf('today', noon)).toBe(new Date(2026, 10, 22).getTime())
  expect(beginningOf('week', noon)).toBe(new Date(2026, 10, 16).getTime())
  expect(beginningOf('month', noon)).toBe(new Date(2026, 9, 24).getTime())
  expect(beginningOf('all', noon)).toBeNull()
  for (const period of periods) expect(beginningOf(period, evening)).toBe(beginningOf(period, noon))
})

test('a history is narrowed by what its orders can be', () => {
  expect(statusesOf('withdrawal')).toEqual(['pending', 'completed', 'rejected'])
  expect(methodsOf('withdrawal')).toEqual(['alipay', 'usdt', 'bank'])
  expect(methodsOf('deposit')).toContain('checkout')
})
