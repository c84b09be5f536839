import { expect, it } from 'vitest'
import { bars } from './ConnectionBadge.tsx'

it('shows fewer bars the longer the round trip', () => {
  expect([null, 12, 89, 90, 199, 200, 399, 400, 9_000].map(bars)).toEqual([4, 4, 4, 3, 3, 2, 2, 1, 1])
})
