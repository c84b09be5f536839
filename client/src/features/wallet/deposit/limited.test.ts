import { expect, test } from 'vitest'
import { callError } from '../../../lib/call-error.ts'
import { isBarred, limitedBy } from './draft.ts'

test('tells which limit a deposit would go past, and what it leaves', () => {
  const refused = callError(1703, 'past it', { data: { limit: 'deposit', period: 'week', left: '300' } })
  expect(limitedBy(refused, '500')).toEqual({ period: 'week', left: '300', amount: '500' })
  expect(limitedBy(callError(1703, 'past it'), '500')).toBeNull()
  expect(limitedBy(callError(1602, 'dearer', { data: { period: 'week', left: '1' } }), '500')).toBeNull()
  expect(limitedBy(new Error('else'), '500')).toBeNull()
})

test('tells refusals of the player from others', () => {
  expect([1702, 1704].every((code) => isBarred(callError(code, 'no')))).toBe(true)
  expect([1703, 1409].some((code) => isBarred(callError(code, 'no')))).toBe(false)
})
