import { expect, test } from 'vitest'
import { untilUtcDay } from './utc-day.ts'

test('a day ends a second after midnight UTC', () => {
  expect(untilUtcDay(Date.parse('2026-03-01T23:59:59.500Z'))).toBe(1_500)
  expect(untilUtcDay(Date.parse('2026-03-02T00:00:00.000Z'))).toBe(86_401_000)
})
