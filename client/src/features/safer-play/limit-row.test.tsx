import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { loadNamespaces, startTranslations } from '../../i18n/i18n.ts'
import { Words } from './LimitRow.tsx'

test('the wait for a higher limit is counted down in silence, and its end is said', async () => {
  await startTranslations()
  await loadNamespaces(['play', 'common', 'ui'])
  const pending = { amount: '500', askedAt: 0, dueAt: 90_000, lapsesAt: 900_000 }
  const waits = renderToStaticMarkup(<Words pending={pending} amount="100" stage="waiting" untilDue={59} />)
  expect(waits).toContain('aria-live="off"')
  expect(waits).toMatch(/in 59\Wsec/)
  const due = renderToStaticMarkup(<Words pending={pending} amount="100" stage="due" untilDue={0} />)
  expect(due).toContain('aria-live="polite"')
  expect(due).toContain('You can confirm 500')
})
