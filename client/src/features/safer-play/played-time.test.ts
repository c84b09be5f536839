import { expect, test } from 'vitest'
import { durationText } from './Figures.tsx'

test('tells the two largest units', () => {
  expect(durationText(0, 'en-US')).toBe('0 min')
  expect(durationText(59, 'en-US')).toBe('0 min')
  expect(durationText(60 * 65 + 30, 'en-US')).toBe('1 hr 5 min')
  expect(durationText(7_200, 'en-US')).toBe('2 hr')
  expect(durationText(86_400 * 3 + 3_599, 'en-US')).toBe('3 days')
})

test('counts seconds where they are asked for', () => {
  expect(durationText(65, 'en-US', 'second')).toBe('1 min 5 sec')
  expect(durationText(5, 'en-US', 'second')).toBe('5 sec')
  expect(durationText(0, 'en-US', 'second')).toBe('0 sec')
})
