import { Dialog as Base } from '@base-ui/react/dialog'
import type { FormEvent, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { startTranslations } from '../i18n/i18n.ts'
import { Dialog } from './Dialog.tsx'
import { partOf } from './testing.ts'

test('a form in a dialog sends no form that the dialog was opened from, such as that of a withdrawal', async () => {
  await startTranslations()
  let drawn: ReactNode
  const Probe = () => {
    drawn = Dialog({ open: true, onClose: () => undefined, title: 'Payment password' })
    return null
  }
  renderToStaticMarkup(<Probe />)
  const stopPropagation = vi.fn()
  const popup = partOf<{ onSubmit?(event: Partial<FormEvent>): void }>(drawn, Base.Popup)
  popup?.props.onSubmit?.({ stopPropagation })
  expect(stopPropagation).toHaveBeenCalledOnce()
})
