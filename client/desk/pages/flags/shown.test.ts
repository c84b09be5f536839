import type { DeskFlag } from '@minefall/shared/contracts/desk'
import { expect, test } from 'vitest'
import { shownOf } from './Flags.tsx'

const played = { matches: 3, moved: '100' }
const flag: DeskFlag = {
  ...{ id: '7', kind: 'pair', at: 0, players: [], day: '2026-01-05', flagged: played, total: played },
  ...{ shared: null, reviewed: null },
}
const other = { ...flag, id: '8' }

test('a flag that an order leads to is shown, however far down its list it is', () => {
  expect(shownOf([other], '7', flag)).toBe(flag)
})

test('a flag that a colleague has reviewed stays in sight, with what is typed about it', () => {
  const reviewed = { ...flag, reviewed: { at: 1, staffId: 's1', name: 'Ann' } }
  expect(shownOf([flag], '7', flag)).toBe(flag)
  expect(shownOf([], '7', flag)).toBe(flag)
  expect(shownOf([], '7', reviewed)).toBe(reviewed)
})

test('no flag is shown that is not selected', () => {
  expect(shownOf([flag], '8', undefined)).toBeUndefined()
  expect(shownOf([flag], null, undefined)).toBeUndefined()
})
