import { expect, test } from 'vitest'
import { netOf } from './HistoryModal.tsx'

test('a match changed what came back less the stake', () => {
  expect(netOf({ payout: '195', stake: '100' })).toBe(95n)
  expect(netOf({ payout: '0', stake: '100' })).toBe(-100n)
  expect(netOf({ payout: '9007199254740995', stake: '1' })).toBe(9007199254740994n)
})
