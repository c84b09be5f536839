import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { loadNamespaces, startTranslations } from '../../i18n/i18n.ts'
import { callError } from '../../lib/call-error.ts'
import { History, Ranking } from './Lists.tsx'

beforeAll(async () => {
  await startTranslations()
  await loadNamespaces(['daily', 'player', 'orders', 'notices', 'errors', 'ui'])
})

const day = '2026-11-30'

/** What is shown where `key` was read as `data` and can't be read again. */
const shownOld = async (key: readonly unknown[], data: unknown, list: ReactNode) => {
  const client = new QueryClient()
  client.setQueryData(key, data, { updatedAt: 1 })
  const fail = () => Promise.reject(callError(1503, 'no connection'))
  await client.fetchQuery({ queryKey: key, queryFn: fail, retry: false }).catch(() => undefined)
  return renderToStaticMarkup(<QueryClientProvider client={client}>{list}</QueryClientProvider>)
}

test.each([
  ['one’s own days', ['daily', 'anna', 'history'], [], <History key="own" userId="anna" />],
  [
    'the best of a day',
    ['daily', 'anna', `ranking/${day}`],
    { items: [], own: null, players: 0 },
    <Ranking key="best" today={day} userId="anna" />,
  ],
] as const)('%s that can’t be read again are said to be old', async (_what, key, data, list) => {
  const html = await shownOld(key, data, list)
  expect(html).toMatch(/role="alert".*This may be out of date\..*Try again/)
})
