import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { i18next, loadNamespaces, startTranslations } from '../../i18n/i18n.ts'
import { LoadingSeat, tipAt } from './LoadingSeat.tsx'

test('a game that loads tells something worth knowing, cash prizes and easy withdrawals among it', async () => {
  await startTranslations()
  await loadNamespaces(['match'])
  const tips = Array.from({ length: 60 }, (_, second) => i18next.t(`match:tip.${tipAt(second * 1000)}`))
  expect(tips.some((tip) => tip.includes('Win cash prizes'))).toBe(true)
  expect(tips.some((tip) => tip.includes('Easy withdrawals'))).toBe(true)
})

test('its HTML that is built has none of them, since the next one would be another', async () => {
  await startTranslations()
  await loadNamespaces(['match'])
  const html = renderToStaticMarkup(<LoadingSeat title="Finding a table" progress={0.5} />)
  expect(html).toContain('Finding a table')
  expect(html).not.toContain(i18next.t(`match:tip.${tipAt(Date.now())}`))
  expect(html).not.toMatch(/ style=/)
})
