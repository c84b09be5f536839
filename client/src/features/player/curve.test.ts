import { expect, test } from 'vitest'
import { curvePoints } from './RatingCard.tsx'

test('a curve goes from left to right, with the highest rating at the top and the lowest at the bottom', () => {
  expect(curvePoints([1_500, 1_600, 1_450])).toBe('0.0,64.0 150.0,0.0 300.0,96.0')
  expect(curvePoints([1_500, 1_500])).toBe('0.0,0.0 300.0,0.0')
})
