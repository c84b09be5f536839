import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openStream, permutation, uniform } from './stream.ts'

const words = (...values: number[]) => {
  let next = 0
  return () => values[next++] ?? 0
}

it('throws words away that would favor small numbers', () => {
  // ⌊2³²/6⌋·6 = 4294967292: the four words from there on would make 0 to 3 likelier.
  expect(uniform(words(4_294_967_292, 4_294_967_295, 7), 6)).toBe(1)
  expect(uniform(words(4_294_967_291), 6)).toBe(5)
})

it('gives every number once', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.integer({ min: 1, max: 256 }),
      (key, count) => {
        const drawn = permutation(openStream(key, 'mf1/board/0'), count)
        expect([...drawn].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => index))
      },
    ),
  )
})

it('draws every permutation of three about equally often', () => {
  const counts = new Map<string, number>()
  const stream = openStream(new Uint8Array(32), 'mf1/order')
  for (let draw = 0; draw < 6000; draw += 1) {
    const drawn = permutation(stream, 3).join('')
    counts.set(drawn, (counts.get(drawn) ?? 0) + 1)
  }
  // Chi-square with 5 degrees of freedom stays below 20.5 in 99.9 % of fair draws; this draw is fixed.
  const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0)
  expect(counts.size).toBe(6)
  expect(chiSquare).toBeLessThan(20.5)
})
