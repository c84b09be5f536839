import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { clearToasts, ToastRegion, toast } from './ToastRegion.tsx'

test('notes of a session that is over are not there in the next', () => {
  toast.bad('You are signed out.')
  toast.good('Mai is disconnected.')
  expect(renderToStaticMarkup(<ToastRegion />)).toContain('Mai is disconnected.')
  clearToasts()
  expect(renderToStaticMarkup(<ToastRegion />)).not.toContain('<li')
})
