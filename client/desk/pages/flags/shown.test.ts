import type { DeskFlag } from '@minefall/shared/contracts/desk'
import { expect, test } from 'vitest'
import { shownOf } from './Flags.tsx'

const played = { matches: 3, moved: '100' }
const flag: DeskFlag = {
  ...{ id: '7', kind: 'pair', at: 0, players: [], day: '2026-01-05', flagged: played, total: played },
  ...{ shared: null, reviewed: null },
}

test('a flag that a colleague has reviewed stays in sight, with what is typed about it', () => {
  const shown = shownOf([flag], '7', undefined)
  expect(shown).toEqual({ flag, isGone: false })
  expect(shownOf([], '7', shown)).toEqual({ flag, isGone: true })
})

test('no flag is shown that is not selected', () => {
  const shown = shownOf([flag], '7', undefined)
  expect(shownOf([], '8', shown)).toBeUndefined()
  expect(shownOf([flag], null, shown)).toBeUndefined()
})
