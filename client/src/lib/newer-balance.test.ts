import { expect, test } from 'vitest'
import type { AccountBalance } from '../machines/session/index.ts'
import { owning } from '../machines/session/testing/tabs.ts'
import { newerBalance } from './newer-balance.ts'

const [first, second, third] = [owning(500, 1), owning(400, 2), owning(600, 3)]

test.each([[[first, second, third]], [[third, first, second]], [[second, third, first, second]]])(
  'the newest balance is kept in whatever order they come',
  (order) => {
    let kept: AccountBalance | null = null
    for (const told of order) kept = newerBalance(kept, told)
    expect(kept).toBe(third)
  },
)
