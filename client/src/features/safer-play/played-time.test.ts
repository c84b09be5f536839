import { expect, test } from 'vitest'
import { durationText } from './Figures.tsx'

test('tells the two largest units', () => {
  expect(durationText(0, 'en-US')).toBe('0\u00a0min')
  expect(durationText(59, 'en-US')).toBe('0\u00a0min')
  expect(durationText(60 * 65 + 30, 'en-US')).toBe('1\u00a0hr\u00a05\u00a0min')
  expect(durationText(7_200, 'en-US')).toBe('2\u00a0hr')
  expect(durationText(86_400 * 3 + 3_599, 'en-US')).toBe('3\u00a0days')
})

test('counts seconds where they are asked for', () => {
  expect(durationText(65, 'en-US', 'second')).toBe('1\u00a0min\u00a05\u00a0sec')
  expect(durationText(5, 'en-US', 'second')).toBe('5\u00a0sec')
  expect(durationText(0, 'en-US', 'second')).toBe('0\u00a0sec')
})
