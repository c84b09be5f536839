import { deskReasonSchema } from '@minefall/shared/contracts/desk'
import { expect, test } from 'vitest'
import { lasting, oneLine } from './words.ts'

test('a reason of several lines is sent as one that the server takes', () => {
  const entered = ' Two accounts,\r\none card.\n\n\tAsked twice. \n'
  const sent = oneLine(entered)
  expect(sent).toBe('Two accounts, one card. Asked twice.')
  expect(deskReasonSchema.parse(sent)).toBe(sent)
  expect(deskReasonSchema.safeParse(entered).success).toBe(false)
})

test.each([
  [12_000, '12 s'],
  [291_000, '4:51'],
  [3_600_000, '1 h'],
  [7_500_000, '2 h 5 min'],
  [72 * 3_600_000, '3 d'],
  [76 * 3_600_000, '3 d 4 h'],
])('%i ms last %s', (ms, words) => {
  expect(lasting(ms)).toBe(words)
})
