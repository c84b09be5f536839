import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { loadNamespaces, startTranslations } from '../../i18n/i18n.ts'
import { callError } from '../../lib/call-error.ts'
import { WhoIsHere } from './WhoIsHere.tsx'

test('who is here is said to be old once it can’t be read again', async () => {
  await startTranslations()
  await loadNamespaces(['player', 'settings', 'notices', 'errors', 'ui'])
  const client = new QueryClient()
  // No one is signed in: the key is that of no account.
  const queryKey = ['account', '', 'follows']
  client.setQueryData(queryKey, { id: 'anna', follows: [], blocked: [], shown: true }, { updatedAt: 1 })
  const shown = () =>
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <WhoIsHere />
      </QueryClientProvider>,
    )
  expect(shown()).not.toContain('alert')
  const queryFn = () => Promise.reject(callError(1503, 'no connection'))
  await client.fetchQuery({ queryKey, queryFn, retry: false }).catch(() => undefined)
  expect(shown()).toMatch(/role="alert".*This may be out of date\..*Try again/)
})
