import { environmentManager, focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { centerQuery } from './center.ts'

afterEach(() => {
  vi.useRealTimers()
  focusManager.setFocused(undefined)
  environmentManager.setIsServer(() => typeof window === 'undefined')
})

it('is read again when a UTC day begins, also in a tab that no one looks at', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T14:00:00Z') })
  environmentManager.setIsServer(() => false)
  focusManager.setFocused(false)
  const asked: string[] = []
  const observer = new QueryObserver(new QueryClient(), {
    ...centerQuery('mai'),
    queryFn: async () => {
      asked.push(new Date().toISOString().slice(0, 16))
      throw new Error('what it holds is of no interest')
    },
    retry: false,
  })
  const leave = observer.subscribe(() => undefined)
  try {
    await vi.advanceTimersByTimeAsync(36 * 3_600_000)
  } finally {
    leave()
  }
  expect(asked).toEqual(['2026-03-01T14:00', '2026-03-02T00:00', '2026-03-03T00:00'])
})
