import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { loadNamespaces, startTranslations } from '../../i18n/i18n.ts'
import { LoadingSeat } from './LoadingSeat.tsx'

afterEach(() => vi.useRealTimers())

test('a game that loads tells something worth knowing, cash prizes and easy withdrawals among it', async () => {
  await startTranslations()
  await loadNamespaces(['match'])
  vi.useFakeTimers()
  const shown = Array.from({ length: 60 }, (_, second) => {
    vi.setSystemTime(second * 1000)
    return renderToStaticMarkup(<LoadingSeat title="Finding a table" progress={0.5} />)
  })
  for (const page of shown) expect(page).toContain('Finding a table')
  expect(shown.some((page) => page.includes('Win cash prizes'))).toBe(true)
  expect(shown.some((page) => page.includes('Easy withdrawals'))).toBe(true)
})
