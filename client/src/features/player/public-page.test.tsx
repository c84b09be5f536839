import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { loadNamespaces, startTranslations } from '../../i18n/i18n.ts'
import { callError } from '../../lib/call-error.ts'
import { PublicPage } from './PublicPage.tsx'

test('whether an account is hidden is shown with why that can’t be read again', async () => {
  await startTranslations()
  await loadNamespaces(['player', 'settings', 'notices', 'errors', 'ui'])
  const client = new QueryClient()
  const queryKey = ['account', 'anna', 'public-page']
  client.setQueryData(queryKey, { id: null, hidden: false, details: { rating: null } }, { updatedAt: 1 })
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const shown = () =>
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <RouterContextProvider router={router}>
          <PublicPage userId="anna" />
        </RouterContextProvider>
      </QueryClientProvider>,
    )
  expect(shown()).not.toContain('alert')
  const queryFn = () => Promise.reject(callError(1503, 'no connection'))
  await client.fetchQuery({ queryKey, queryFn, retry: false }).catch(() => undefined)
  expect(shown()).toMatch(/role="alert".*Try again.*role="switch"/)
})
