import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { loadNamespaces, startTranslations } from '../../i18n/i18n.ts'
import { PausedBanner } from './Reconnect.tsx'

test('a pause is reported politely, in a region that was there before it, and is gone with it', async () => {
  await startTranslations()
  await loadNamespaces(['match'])
  const shown = (paused: boolean) =>
    renderToStaticMarkup(<PausedBanner paused={paused} className={undefined} />)
  expect(shown(true)).toContain('role="status"')
  expect(shown(true)).toContain('Play is paused. Your clock is stopped.')
  expect(shown(false)).toBe('<div role="status" data-paused="false"></div>')
})
