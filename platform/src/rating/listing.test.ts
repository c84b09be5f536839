import { expect, it } from 'vitest'
import { keptFor } from './listing.ts'

it('a list is kept for a while, and read again where the clock was set back', async () => {
  let reads = 0
  const read = keptFor(1_000, async () => ++reads)
  const hour = 3_600_000
  expect(await read(hour)).toBe(1)
  expect(await read(hour + 999)).toBe(1)
  expect(await read(hour + 1_000)).toBe(2)
  expect(await read(0)).toBe(3)
  expect(await read(999)).toBe(3)
})
