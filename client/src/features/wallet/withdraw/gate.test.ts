import { expect, test } from 'vitest'
import { gateOf } from './HoldOff.tsx'

const open = { heldOff: null, codeTo: 'a…@mail.example', hasPaymentPassword: true }
const heldOff = { since: 1_000, until: 2_000 }

test.each([
  [open, 3, null],
  [open, 0, 'closed'],
  [{ ...open, hasPaymentPassword: false }, 3, 'no-password'],
  [{ ...open, hasPaymentPassword: false, codeTo: null }, 3, 'no-contact'],
  [{ ...open, heldOff, codeTo: null }, 3, 'held-off'],
  [{ ...open, heldOff, hasPaymentPassword: false }, 3, 'no-password'],
  [{ ...open, heldOff }, 0, 'closed'],
  [{ ...open, heldOff }, 3, 'held-off'],
])('of %j with %i ways out %j comes first', (state, ways, gate) => {
  expect(gateOf(state, ways, 1_500)).toBe(gate)
})

test('a wait that is over stands in no one’s way', () => {
  expect(gateOf({ ...open, heldOff }, 3, 2_000)).toBeNull()
})
