import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { loadNamespaces, startTranslations } from '../../i18n/i18n.ts'
import { callError } from '../../lib/call-error.ts'
import { emptyRouter } from '../../lib/testing-router.ts'
import { PublicPage } from './PublicPage.tsx'

test('whether an account is hidden is shown with why that can’t be read again', async () => {
  await startTranslations()
  await loadNamespaces(['player', 'settings', 'notices', 'errors', 'ui'])
  const client = new QueryClient()
  const queryKey = ['account', 'anna', 'public-page']
  client.setQueryData(queryKey, { id: null, hidden: false, details: { rating: null } }, { updatedAt: 1 })
  const { render } = emptyRouter()
  const shown = () =>
    render(
      <QueryClientProvider client={client}>
        <PublicPage userId="anna" />
      </QueryClientProvider>,
    )
  expect(shown()).not.toContain('alert')
  const queryFn = () => Promise.reject(callError(1503, 'no connection'))
  await client.fetchQuery({ queryKey, queryFn, retry: false }).catch(() => undefined)
  expect(shown()).toMatch(/role="alert".*Try again.*role="switch"/)
})
