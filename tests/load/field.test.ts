import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { thinking } from './field.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('clicks after half to one and a half of the mean', () => {
  const clicked: string[] = []
  const draws = [0, 0.999]
  const { before } = thinking(1_000, () => draws.shift() ?? 0)
  before(() => clicked.push('quick'))
  before(() => clicked.push('slow'))
  vi.advanceTimersByTime(500)
  expect(clicked).toEqual(['quick'])
  vi.advanceTimersByTime(999)
  expect(clicked).toEqual(['quick', 'slow'])
})

it('clicks once, and at once, when hurried', () => {
  const clicked: number[] = []
  const { before, hurry } = thinking(1_000, () => 0.5)
  before(() => clicked.push(1))
  hurry()
  expect(clicked).toEqual([1])
  vi.advanceTimersByTime(5_000)
  expect(clicked).toEqual([1])
})

it('thinks about nothing where the mean is 0', () => {
  let clicked = 0
  thinking(0, Math.random).before(() => (clicked += 1))
  expect(clicked).toBe(1)
})
