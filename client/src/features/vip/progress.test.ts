import { expect, test } from 'vitest'
import { shareDone } from './Levels.tsx'

test('the share of a way that is done', () => {
  expect(shareDone(10n, 10n, 25n)).toBe(0)
  expect(shareDone(10n, 16n, 25n)).toBe(0.4)
  expect(shareDone(0n, 2n ** 60n, 2n ** 61n)).toBe(0.5)
})

test('it is never less than none nor more than all, and all where there is no way', () => {
  expect(shareDone(10n, 3n, 25n)).toBe(0)
  expect(shareDone(10n, 99n, 25n)).toBe(1)
  expect(shareDone(5n, 5n, 5n)).toBe(1)
})
