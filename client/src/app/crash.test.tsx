import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startTranslations } from '../i18n/i18n.ts'
import { callError } from '../lib/call-error.ts'
import { CrashScreen, describeCrash } from './CrashScreen.tsx'
import { chunkFailed, watchChunkLoads } from './PartBoundary.tsx'

afterEach(() => vi.restoreAllMocks())

describe('a crash', () => {
  test('is logged with its cause under the id that is shown', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const cause = new Error('broken')
    const { kind, id } = describeCrash(cause)
    expect(kind).toBe('crash')
    expect(id).toMatch(/^[0-9a-f]{12}$/)
    expect(log).toHaveBeenCalledWith(`crash ${id}`, cause)
  })

  test('of a failed request carries the id of that request', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(describeCrash(callError(1500, 'our fault', { requestId: 'req-7' })).id).toBe('req-7')
  })

  test.each([
    'Failed to fetch dynamically imported module: /assets/x.js',
    'error loading dynamically imported module',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/x.css',
  ])('"%s" is a part of the page that did not load', (message) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(describeCrash(new TypeError(message)).kind).toBe('chunk')
  })

  test('is shown with words, an id and a way back', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await startTranslations()
    const shown = renderToStaticMarkup(
      <CrashScreen error={callError(1500, 'our fault', { requestId: 'req-7' })} />,
    )
    expect(shown).toContain('Something went wrong')
    expect(shown).toContain('Request ID: req-7')
    expect(shown).toContain('Reload')
    // It is drawn in the main part of the layout, too, and there is one of that.
    expect(shown).not.toContain('<main')
  })
})

describe('a chunk that does not load', () => {
  const fail = (target: EventTarget) => {
    const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), {
      payload: new Error('gone'),
    })
    target.dispatchEvent(event)
    return event
  }

  test('is reported as an event and rethrown unless someone handles it', () => {
    const target = new EventTarget()
    watchChunkLoads(target)
    const told: unknown[] = []
    target.addEventListener(chunkFailed, (event) =>
      told.push(event instanceof CustomEvent ? event.detail : null),
    )
    expect(fail(target).defaultPrevented).toBe(false)
    expect(told).toEqual([new Error('gone')])
  })

  test('is not rethrown when it was handled', () => {
    const target = new EventTarget()
    watchChunkLoads(target)
    target.addEventListener(chunkFailed, (event) => event.preventDefault())
    expect(fail(target).defaultPrevented).toBe(true)
  })
})
