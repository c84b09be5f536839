import type { ChatMessage } from '@minefall/shared/contracts/live'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { callError } from '../../../src/lib/call-error.ts'
import { isNoneNow, isOutdatedBy, joinMessages } from './use-thread.ts'

const message = (seq: number): ChatMessage => ({
  seq,
  messageId: `00000000-0000-4000-8000-${String(seq).padStart(12, '0')}`,
  author: 'player',
  name: null,
  text: `${seq}`,
  pictureId: null,
  at: seq,
})
const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => message(first + at))
const seqsOf = (...parts: ChatMessage[][]) => {
  const { messages, hasMore } = joinMessages(parts)
  return { seqs: messages.map(({ seq }) => seq), hasMore }
}

describe('the messages of a conversation', () => {
  test('are each there once and in order, wherever they were read or heard', () => {
    expect(seqsOf(from(3, 5), from(1, 4), [message(6)])).toEqual({ seqs: [1, 2, 3, 4, 5, 6], hasMore: false })
  })

  test('begin after a hole: what is before it is read again', () => {
    expect(seqsOf(from(1, 5), from(9, 12))).toEqual({ seqs: [9, 10, 11, 12], hasMore: true })
    expect(seqsOf(from(1, 2), from(4, 4), from(6, 7))).toEqual({ seqs: [6, 7], hasMore: true })
  })

  test('are more than these where they do not begin with the first', () => {
    expect(seqsOf(from(51, 53))).toEqual({ seqs: [51, 52, 53], hasMore: true })
    expect(seqsOf([])).toEqual({ seqs: [], hasMore: false })
  })
})

describe('a conversation that is shown', () => {
  test.each([
    ['none', null, 'player', true],
    ['closed', { status: 'closed' }, 'player', true],
    ['closed', { status: 'closed' }, 'system', false],
    ['closed', { status: 'closed' }, 'staff', false],
    ['open', { status: 'open' }, 'player', false],
  ] as const)(
    '%s (%#) is read again when its player has begun it or opened it',
    (_is, conversation, author, isOutdated) => {
      expect(isOutdatedBy(conversation, { author })).toBe(isOutdated)
    },
  )
})

test('a player without a conversation stays one while that is asked again, so that the first reply stays', async () => {
  const answers = [callError(1404, 'none'), callError(1404, 'none'), callError(1503, 'no connection')]
  const observer = new QueryObserver<unknown>(new QueryClient(), {
    queryKey: ['conversation'],
    queryFn: () => Promise.reject(answers.shift()),
    retry: false,
  })
  let isNone = false
  const seen: boolean[] = []
  const stop = observer.subscribe((read) => {
    isNone = isNoneNow(isNone, read)
    seen.push(isNone)
  })
  await observer.refetch({ cancelRefetch: false })
  expect(seen.at(-1)).toBe(true)
  const asked = seen.length
  await observer.refetch()
  await observer.refetch()
  stop()
  expect(seen.length).toBeGreaterThan(asked + 1)
  expect(seen.slice(asked)).not.toContain(false)
  expect(isNoneNow(true, { data: {}, error: null })).toBe(false)
})
