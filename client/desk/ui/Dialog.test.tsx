import { Dialog as Base } from '@base-ui/react/dialog'
import type { FormEvent } from 'react'
import { expect, test, vi } from 'vitest'
import { partOf } from '../../src/ui/testing.ts'
import { Dialog } from './Dialog.tsx'

test('a form in a dialog sends no form that the dialog was opened from, such as a half-written reply', () => {
  const drawn = Dialog({ open: true, onClose: () => undefined, title: 'Canned answers' })
  const stopPropagation = vi.fn()
  const popup = partOf<{ onSubmit?(event: Partial<FormEvent>): void }>(drawn, Base.Popup)
  popup?.props.onSubmit?.({ stopPropagation })
  expect(stopPropagation).toHaveBeenCalledOnce()
})
