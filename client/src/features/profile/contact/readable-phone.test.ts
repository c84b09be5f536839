import { expect, test } from 'vitest'
import { readablePhone } from '../proof/proof-fields.ts'

test.each([
  ['+60125550148', '60', '+60 125550148'],
  ['+15551234567', '1', '+1 5551234567'],
  ['+41446681800', '', '+41446681800'],
  ['+41446681800', '60', '+41446681800'],
])('%s with dial code %j reads %s', (phoneNumber, phoneCode, text) => {
  expect(readablePhone({ phoneNumber, phoneCode })).toBe(text)
})
