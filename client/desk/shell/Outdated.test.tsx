import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { callError } from '../../src/lib/call-error.ts'
import { clockTime } from '../ui/words.ts'
import { Outdated } from './Outdated.tsx'

/** A list on the page, which is there to be read as long as the server `isUp`. */
const shownList = () => {
  const client = new QueryClient()
  const server = { isUp: true }
  const list = new QueryObserver(client, {
    queryKey: ['/api/desk/orders'],
    queryFn: () => {
      if (!server.isUp) throw callError(1503, 'no connection')
      return []
    },
    retry: false,
  })
  const leave = list.subscribe(() => undefined)
  const shown = () =>
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <Outdated />
      </QueryClientProvider>,
    )
  return { server, list, leave, shown }
}

describe('what is shown and can’t be read again', () => {
  test('is said to be old, and since when, until it is read', async () => {
    const { server, list, leave, shown } = shownList()
    await list.refetch()
    expect(shown()).toBe('')
    server.isUp = false
    await list.refetch()
    const since = clockTime(list.getCurrentResult().dataUpdatedAt)
    expect(shown()).toContain('role="status"')
    expect(shown()).toContain(`>${since}<`)
    expect(shown()).toContain('Try again')
    server.isUp = true
    await list.refetch()
    expect(shown()).toBe('')
    leave()
  })

  test('is nothing of a page that was left, and of what was never read', async () => {
    const { server, list, leave, shown } = shownList()
    server.isUp = false
    await list.refetch()
    expect(shown()).toBe('')
    server.isUp = true
    await list.refetch()
    server.isUp = false
    await list.refetch()
    leave()
    expect(shown()).toBe('')
  })
})
