import { expect, test } from 'vitest'
import { isMissingPart, loadPart, MissingPart, mayReload } from './missing-part.ts'

test('a part that can’t be fetched is known by any browser’s words, and by our own', async () => {
  expect(isMissingPart(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))).toBe(true)
  expect(isMissingPart(new TypeError('Cannot read properties of undefined'))).toBe(false)
  expect(isMissingPart('error loading dynamically imported module')).toBe(false)
  const cause = new TypeError('Importing a module script failed.')
  const failed = await loadPart(() => Promise.reject(cause))().catch((error: unknown) => error)
  expect(isMissingPart(failed)).toBe(true)
  expect(failed).toBeInstanceOf(MissingPart)
  expect(failed instanceof Error && failed.cause).toBe(cause)
  // The router reloads the page on its own for messages that it knows.
  expect(failed instanceof Error && failed.message).not.toMatch(/module/i)
  expect(await loadPart(async () => 'here')()).toBe('here')
})

test('a page that was reloaded never reloads on its own again', () => {
  expect(mayReload('navigate')).toBe(true)
  expect(mayReload('back_forward')).toBe(true)
  expect(mayReload(undefined)).toBe(true)
  expect(mayReload('reload')).toBe(false)
})
