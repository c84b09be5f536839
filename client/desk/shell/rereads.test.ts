import { deskCalls } from '@minefall/shared/contracts/desk'
import { expect, test } from 'vitest'
import { recounted, rereads } from './rereads.ts'

const counts = { conversations: 1, deposits: 2, withdrawals: 3, reports: 4, flags: 5, proposals: 6 }

test.each([
  ['the desk is connected', 'welcome'],
  ['news may have been lost', 'missed'],
] as const)('what waits for staff is read again once %s', (_, name) => {
  const { orders, reports, flags, proposals, conversations } = deskCalls
  expect(rereads[name]).toEqual(expect.arrayContaining([orders, reports, flags, proposals, conversations]))
})

test.each([
  ['conversations', deskCalls.conversations],
  ['deposits', deskCalls.orders],
  ['withdrawals', deskCalls.orders],
  ['reports', deskCalls.reports],
  ['flags', deskCalls.flags],
  ['proposals', deskCalls.proposals],
] as const)('another count of %s is a reason to read them again, the same one is not', (name, call) => {
  expect(recounted(counts, counts)).toEqual([])
  const reads = recounted(counts, { ...counts, [name]: 0 })
  expect(reads).toContain(call)
  if (name !== 'flags') expect(reads).not.toContain(deskCalls.flags)
})

test('the first counts are no reason', () => {
  expect(recounted({}, counts)).toEqual([])
})
