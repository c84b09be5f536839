import { expect, test } from 'vitest'
import { formatCoins, formatCoinsShort, formatRelative, formatSeconds } from './format.ts'

test('coins are grouped as the locale does, every digit of them', () => {
  expect(formatCoins('1234567', 'en-US')).toBe('1,234,567')
  expect(formatCoins('1234567', 'pt-BR')).toBe('1.234.567')
  expect(formatCoins('9007199254740993', 'en-US')).toBe('9,007,199,254,740,993')
  expect(formatCoinsShort('12345', 'en-US')).toBe('12.3K')
})

test('a short amount never says more than there is', () => {
  expect(formatCoinsShort('1990000', 'en-US')).toBe('1.9M')
  expect(formatCoinsShort('999999', 'en-US')).toBe('999.9K')
  expect(formatCoinsShort('-1990000', 'en-US')).toBe('-1.9M')
  expect(formatCoinsShort('9999', 'pt-BR')).toBe('9,9\u00a0mil')
  expect(formatCoinsShort('199', 'en-US')).toBe('199')
})

test('seconds of a clock that runs down are rounded up and never negative', () => {
  expect(formatSeconds(11_001, 'en-US')).toBe('12s')
  expect(formatSeconds(1, 'en-US')).toBe('1s')
  expect(formatSeconds(0, 'en-US')).toBe('0s')
  expect(formatSeconds(-500, 'en-US')).toBe('0s')
})

test.each([
  [0, 'now'],
  [-5_000, '5 seconds ago'],
  [-59_000, '59 seconds ago'],
  [-180_000, '3 minutes ago'],
  [-7_200_000, '2 hours ago'],
  [-86_400_000, 'yesterday'],
  [60_000, 'in 1 minute'],
])('%d ms from now is "%s"', (passed, text) => {
  expect(formatRelative(1_000_000_000 + passed, 1_000_000_000, 'en-US')).toBe(text)
})
