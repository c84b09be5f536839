import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import Cropper from 'react-easy-crop'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadNamespaces, startTranslations } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { partOf } from '../../../ui/testing.ts'
import { CropDialog } from './CropDialog.tsx'

/** The dialog with a part of the picture chosen, which the browser reads a moment after it is asked. */
const opened = async () => {
  await startTranslations()
  await loadNamespaces(['profile', 'common', 'ui', 'errors', 'notices'])
  const decode = vi.fn(() => Promise.resolve())
  class Image {
    decode = decode
  }
  const toBlob = vi.fn((take: (blob: Blob) => void) => take(new Blob(['picture'])))
  const canvas = { getContext: () => ({ drawImage: () => undefined }), toBlob }
  vi.stubGlobal('Image', Image)
  vi.stubGlobal('document', { createElement: () => canvas })
  // What is sent is put in a form before anything else.
  const sent = vi.spyOn(FormData.prototype, 'append')
  onTestFinished(() => {
    vi.unstubAllGlobals()
    sent.mockRestore()
  })
  const onUnreadable = vi.fn()
  let drawn: ReactNode
  const Probe = () => {
    const picture = { url: 'blob:picture', type: 'image/png' as const }
    drawn = CropDialog({ userId: 'a', picture, onClose: () => undefined, onUnreadable })
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Probe />
    </QueryClientProvider>,
  )
  type Chosen = { onCropComplete(shown: unknown, pixels: unknown): void }
  partOf<Chosen>(drawn, Cropper)?.props.onCropComplete(null, { x: 0, y: 0, width: 9, height: 9 })
  return {
    save: () => partOf<{ onClick(): Promise<void> }>(drawn, Button)?.props.onClick(),
    close: () => partOf<{ onClose(): void }>(drawn, Dialog)?.props.onClose(),
    ...{ decode, toBlob, sent, onUnreadable },
  }
}

test('a picture is sent once, however often that is pressed while it is being cut', async () => {
  const { save, sent } = await opened()
  await Promise.all([save(), save()])
  expect(sent).toHaveBeenCalledOnce()
})

test('a picture is not sent when the dialog was closed while it was being cut', async () => {
  const { save, close, toBlob, sent } = await opened()
  const saved = save()
  close()
  await saved
  expect(toBlob).toHaveBeenCalledOnce()
  expect(sent).not.toHaveBeenCalled()
})

test('a picture that can’t be read is refused, but not after the dialog was closed', async () => {
  const { save, close, decode, onUnreadable } = await opened()
  decode.mockRejectedValue(new Error('no picture'))
  await save()
  expect(onUnreadable).toHaveBeenCalledOnce()
  const late = save()
  close()
  await late
  expect(onUnreadable).toHaveBeenCalledOnce()
})
