import { isValidElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ReportDialog } from './ReportDialog.tsx'

test('a report that one account wrote is not on the screen of the next', () => {
  let drawn: ReactNode
  const Probe = () => {
    drawn = ReportDialog({ open: true, onClose: () => undefined })
    return null
  }
  renderToStaticMarkup(<Probe />)
  // React keeps nothing where the key is another.
  expect(isValidElement(drawn) && drawn.key).toBe('guest')
})
