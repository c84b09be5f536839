import { expect, test } from 'vitest'
import { clockText, shareLeft } from './countdown.ts'

test.each([
  [0, '00:00'],
  [9, '00:09'],
  [1476, '24:36'],
  [3600, '1:00:00'],
  [3876, '1:04:36'],
])('%d seconds are %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text)
})

test('the share that is left stays between all and nothing, whatever the clocks say', () => {
  expect(shareLeft(1_000, 3_000, 500)).toBe(0.25)
  expect(shareLeft(1_000, 3_000, 9_000)).toBe(1)
  expect(shareLeft(1_000, 3_000, -1)).toBe(0)
  expect(shareLeft(1_000, 1_000, 500)).toBe(0)
})
