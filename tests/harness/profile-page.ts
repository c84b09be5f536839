import { randomBytes } from 'node:crypto'
import type { Browser, Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { askCode, posted } from './accounts.ts'
import { expect } from './browser.ts'
import { keepNotes } from './notes.ts'
import { browserWith } from './signed-in.ts'

export const newEmail = () => `${randomBytes(6).toString('hex')}@home.example`
/** Nothing moves behind the profile: it is not what is tested, and costs most of the time. */
export const desktop = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const

/** Signs in by a code, as the device that calls itself `userAgent`; registers who is new. */
export const signIn = async (url: string, email: string, userAgent = 'curl/8'): Promise<unknown> => {
  const device_id = randomBytes(16).toString('hex')
  const headers = { 'x-device-id': device_id, 'user-agent': userAgent }
  const code = await askCode(url, email, headers)
  return posted(url, 'index/login', { username: email, type: 4, device_id, code }, { headers })
}

/** A page of a browser that keeps this session. */
export const pageOf = async (browser: Browser, url: string, signedIn: unknown): Promise<Page> => {
  const { token } = z.object({ token: z.string() }).parse(signedIn)
  const kept = { auth_token: token, user_info: JSON.stringify(signedIn) }
  const page = await (await browserWith(browser, url, kept, desktop)).newPage()
  await keepNotes(page)
  return page
}

export const profile = (page: Page): Locator => page.getByRole('dialog', { name: 'Profile' })
export const openTab = async (page: Page, url: string, tab: string) => {
  await page.goto(`${url}/?modal=profile&tab=${tab}`)
  await expect(page.getByRole('tabpanel')).toBeVisible()
}
/** What stands beside a term of the account's list. */
export const rowOf = (page: Page, term: string): Locator =>
  profile(page)
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${term}$`) })
    .locator('xpath=..')
/** A field, and what is said of it. */
export const field = (place: Page | Locator, label: string) => {
  const input = place.getByRole('textbox', { name: label, exact: true })
  return {
    input,
    error: async (text: string) => {
      await expect(input).toHaveAccessibleDescription(text)
      await expect(input).toHaveAttribute('aria-invalid', 'true')
    },
  }
}
