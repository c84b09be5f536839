import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { callError } from '../../../src/lib/call-error.ts'
import { ReadChecks } from './Health.tsx'
import { health } from './testing.ts'

const drawn = (error: Error | null) =>
  renderToStaticMarkup(
    <ReadChecks of={{ data: health(), error, refetch: () => Promise.reject(new Error('not asked')) }} />,
  )

describe('the checks of the program', () => {
  test('are good where all is', () => {
    expect(drawn(null)).toContain('Good')
    expect(drawn(null)).not.toContain('alert')
  })

  test('are not good, but old, once they can’t be read again', () => {
    const html = drawn(callError(1503, 'no connection'))
    expect(html).toMatch(/role="alert".+The server can’t be reached\..+Try again.+aria-label="Checks"/)
    expect(html).not.toContain('Good')
    expect(html.match(/Unknown/g)).toHaveLength(7)
    expect(html.match(/As of/g)).toHaveLength(7)
  })
})
