import { expect, test } from 'vitest'
import { hasOlder, lastSeq, merged, unreadSeq } from './talk.ts'
import { messageOf, messagesOf } from './testing.ts'

const seqs = (messages: ReturnType<typeof messagesOf>) => messages.map(({ seq }) => seq)

test('what is known and what is reported become one, each once and in order', () => {
  expect(seqs([...merged(messagesOf(3, 5), messagesOf(1, 4))])).toEqual([1, 2, 3, 4, 5])
  expect(seqs([...merged([], [])])).toEqual([])
})

test('what a hole parts from the newest is left out, and asked for again as older', () => {
  const messages = merged(messagesOf(1, 10), messagesOf(61, 63))
  expect(seqs([...messages])).toEqual([61, 62, 63])
  expect(hasOlder(messages)).toBe(true)
  expect(hasOlder(messagesOf(1, 3))).toBe(false)
  expect(hasOlder([])).toBe(false)
  expect(lastSeq(messages)).toBe(63)
  expect(lastSeq([])).toBe(0)
})

test('unread is the newest of others behind the mark', () => {
  const messages = [messageOf(1), messageOf(2, 'staff'), messageOf(3, 'system'), messageOf(4)]
  expect(unreadSeq(messages, 1)).toBe(3)
  expect(unreadSeq(messages, 3)).toBeNull()
})
