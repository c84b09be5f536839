import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { loadNamespaces, startTranslations } from '../../../i18n/i18n.ts'
import { serverNow } from '../../../machines/connection/index.ts'
import { mai } from '../../../machines/session/testing/tabs.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { partOf } from '../../../ui/testing.ts'
import { PaymentPasswordDialog } from './PaymentPasswordDialog.tsx'

/** What the dialog of a payment password shows that is locked for so many minutes. */
const shownFor = (minutes: number) => {
  let drawn: ReactNode
  const Probe = () => {
    drawn = PaymentPasswordDialog({
      user: mai,
      security: {
        hasPassword: true,
        hasPaymentPassword: true,
        sessions: 1,
        paymentLockedUntil: serverNow() + minutes * 60_000,
      },
      onClose: () => undefined,
      onLoginPassword: () => undefined,
    })
    return null
  }
  renderToStaticMarkup(<Probe />)
  return renderToStaticMarkup(partOf<{ children: ReactNode }>(drawn, Dialog)?.props.children)
}

test('how long a payment password stays locked is shown, and not read out again with each minute', async () => {
  await startTranslations()
  await loadNamespaces(['profile', 'ui'])
  const [first, later] = [shownFor(9), shownFor(5)]
  expect(first).toContain('9 minutes')
  expect(later).toContain('5 minutes')
  const readOut = (markup: string) => /role="status">(.*?)<\/p>/.exec(markup)?.[1]
  expect(readOut(first)).toContain('Locked after too many wrong tries.')
  expect(readOut(later)).toBe(readOut(first))
})
