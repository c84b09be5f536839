import { expect, onTestFinished, test, vi } from 'vitest'
import {
  formatCoins,
  formatCoinsShort,
  formatRate,
  formatRelative,
  formatSeconds,
  formatShare,
  formatSum,
  formatUtcDay,
  formatUtcDayShort,
} from './format.ts'
import { joinSentences } from './join-sentences.ts'

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
  expect(formatCoinsShort('98765432', 'ja-JP')).toBe('9876万')
  expect(formatCoinsShort('8765432', 'ja-JP')).toBe('876.5万')
})

test('seconds of a clock that runs down are rounded up and never negative', () => {
  expect(formatSeconds(11_001, 'en-US')).toBe('12s')
  expect(formatSeconds(1, 'en-US')).toBe('1s')
  expect(formatSeconds(0, 'en-US')).toBe('0s')
  expect(formatSeconds(-500, 'en-US')).toBe('0s')
  expect(formatSeconds(11_001, 'ja-JP')).toBe('12 秒')
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

test('a sum keeps every digit and the places of its currency', () => {
  const yuan = { symbol: '¥', decimals: 2 }
  expect(formatSum('1012.00', yuan, 'en-US')).toBe('¥\u20601,012.00')
  expect(formatSum('1012.00', yuan, 'pt-BR')).toBe('¥\u20601.012,00')
  expect(formatSum('90071992547409.93', yuan, 'en-US')).toBe('¥\u206090,071,992,547,409.93')
  expect(formatSum('1500', { symbol: '¥', decimals: 0 }, 'en-US')).toBe('¥\u20601,500')
  expect(formatSum('620.5', { symbol: 'RM', decimals: 2 }, 'en-US')).toBe('RM\u00a0620.50')
  expect(formatRate('0.14', { symbol: '₮', decimals: 2 }, 'en-US')).toBe('₮\u20600.14')
  expect(formatRate('0.00012345', yuan, 'en-US')).toBe('¥\u20600.00012345')
  expect(formatRate('1', yuan, 'en-US')).toBe('¥\u20601.00')
  expect(formatShare(120, 'en-US')).toBe('1.2%')
})

test('sentences are parted by a space where the language writes one', () => {
  expect(joinSentences(['Start.', '', '5 moves follow.'], 'en-US')).toBe('Start. 5 moves follow.')
  expect(joinSentences(['開始時点です。', 'このあと5手続きます。'], 'ja-JP')).toBe(
    '開始時点です。このあと5手続きます。',
  )
})

test.each(['Pacific/Kiritimati', 'Pacific/Auckland', 'UTC', 'Pacific/Pago_Pago'])(
  'a day of the calendar is that day to a reader in %s',
  (zone) => {
    vi.stubEnv('TZ', zone)
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(formatUtcDay('2026-03-29', 'en-US')).toBe('Sunday, March 29, 2026')
    expect(formatUtcDay('2026-03-29', 'pt-BR')).toBe('domingo, 29 de março de 2026')
    expect(formatUtcDayShort('2026-12-01', 'ms-MY')).toBe('1 Dis 2026')
  },
)
