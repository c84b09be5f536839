import { expect, it } from 'vitest'
import { samples } from './samples.ts'

it('gives the nearest rank, whatever order the values came in', () => {
  const hundred = samples()
  for (let value = 100; value >= 1; value -= 1) hundred.add(value)
  expect([0, 0.01, 0.5, 0.99, 1].map(hundred.quantile)).toEqual([1, 1, 50, 99, 100])
})

it('counts a value that comes after a quantile was asked for', () => {
  const few = samples()
  few.add(2)
  expect(few.quantile(1)).toBe(2)
  few.add(3)
  expect(few.quantile(1)).toBe(3)
})

it('keeps every value of many', () => {
  const many = samples()
  for (let value = 0; value < 10_000; value += 1) many.add(value)
  expect([many.count(), many.quantile(0.5), many.quantile(1)]).toEqual([10_000, 4_999, 9_999])
})

it('has no quantile of nothing', () => {
  expect(samples().quantile(0.5)).toBeNaN()
})
