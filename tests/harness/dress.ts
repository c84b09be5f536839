import { expect, type Page } from '@playwright/test'

/** Chooses a theme as another tab would: the page follows in place. */
export const wear = async (page: Page, theme: string): Promise<void> => {
  await page.evaluate((id) => {
    localStorage.setItem('currentTheme', id)
    dispatchEvent(
      new StorageEvent('storage', { key: 'currentTheme', newValue: id, storageArea: localStorage }),
    )
  }, theme)
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme)
}

/** Chooses a language as another tab would. */
export const speak = async (page: Page, language: string): Promise<void> => {
  await page.evaluate((id) => {
    localStorage.setItem('locale', id)
    dispatchEvent(new StorageEvent('storage', { key: 'locale', newValue: id, storageArea: localStorage }))
  }, language)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}
