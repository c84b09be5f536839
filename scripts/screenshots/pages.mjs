// What anybody sees without playing.
import { settled } from './camera.mjs'

/** Modals over Home that guests may open, and one that they may not. */
const sheets = [
  ['themes', 'modal=themes', 'Themes'],
  ['themes-custom', 'modal=themes&step=custom', 'Themes'],
  ['settings', 'modal=settings', 'Settings'],
  ['login-required', 'modal=wallet', 'Please log in'],
]

export const showPages = async ({ page, url, keep }) => {
  await page.goto(url)
  await page.getByText('Nobody is playing right now').first().waitFor()
  await settled(page)
  await keep('home')
  await page.goto(`${url}/games`)
  await page.getByText('5 tables').waitFor()
  await settled(page)
  await keep('games')
  // It shows what is busy, for ever.
  await page.goto(`${url}/theme-demo`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await keep('theme-demo')
  for (const [name, query, title] of sheets) {
    await page.goto(`${url}/?${query}`)
    await page.getByRole('dialog', { name: title }).waitFor()
    await settled(page)
    await keep(name)
  }
}

/** What the worker answers with where there is no network. */
export const showOffline = async ({ page, url, keep }) => {
  await page.goto(url)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.context().setOffline(true)
  await page.goto(`${url}/games`)
  await page.getByRole('heading', { name: 'You are offline' }).waitFor()
  await keep('offline')
}
