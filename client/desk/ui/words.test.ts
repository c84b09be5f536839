import { deskReasonSchema } from '@minefall/shared/contracts/desk'
import { expect, test } from 'vitest'
import { oneLine } from './words.ts'

test('a reason of several lines is sent as one that the server takes', () => {
  const entered = ' Two accounts,\r\none card.\n\n\tAsked twice. \n'
  const sent = oneLine(entered)
  expect(sent).toBe('Two accounts, one card. Asked twice.')
  expect(deskReasonSchema.parse(sent)).toBe(sent)
  expect(deskReasonSchema.safeParse(entered).success).toBe(false)
})
