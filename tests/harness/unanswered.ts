import type { Locator, Page } from '@playwright/test'
import { framesPass } from './faded.ts'

/**
 * Makes a call by pressing something, and holds its answer back until what it resolves to is called, which waits until the
 * page has drawn what follows from it.
 */
export const pressUnanswered = async (page: Page, button: Locator, path: string) => {
  const call = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(path))
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const response = await route.fetch()
    await released
    await route.fulfill({ response })
  })
  await button.click()
  const asked = await call
  return async () => {
    release()
    await (await asked.response())?.finished()
    await framesPass(page, 2)
  }
}
