import { expect, test } from 'vitest'
import { barringCode, isToldInPlace } from './play-refusal.ts'

test('tells refusals of who would play from those of a table', () => {
  expect([1702, 1703, 1704, 1705, 1707].map((code) => barringCode(code))).toEqual([
    1702, 1703, 1704, 1705, 1707,
  ])
  expect([undefined, 1304, 1306, 1701, 1706].map((code) => barringCode(code))).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})

test('what has its own panel is not said in a note too', () => {
  expect([1207, 1701, 1702, 1705].every(isToldInPlace)).toBe(true)
  expect([1304, 1306].some(isToldInPlace)).toBe(false)
})
