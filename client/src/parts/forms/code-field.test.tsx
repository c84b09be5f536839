import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { loadNamespaces, startTranslations } from '../../i18n/i18n.ts'
import { CodeField } from './CodeField.tsx'

/** The button that has a code sent, as it is drawn. */
const buttonWith = async (code: { isSending: boolean; secondsLeft: number }) => {
  await startTranslations()
  await loadNamespaces(['login', 'notices'])
  const drawn = renderToStaticMarkup(
    <CodeField
      label="Code"
      name="code"
      ref={() => undefined}
      value=""
      error={null}
      onChange={() => undefined}
      code={{ ...code, isSent: false, send: async () => undefined }}
    />,
  )
  return drawn.match(/<button[^>]*>/)?.[0]
}

test('a button that sends a code keeps the focus while it does: what it asks for may fail', async () => {
  const button = await buttonWith({ isSending: true, secondsLeft: 0 })
  expect(button).toContain('aria-disabled="true"')
  expect(button).not.toContain(' disabled=')
})

test('one that waits until it may again is disabled', async () => {
  expect(await buttonWith({ isSending: false, secondsLeft: 30 })).toContain(' disabled=')
})
