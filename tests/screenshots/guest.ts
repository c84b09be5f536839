import type { Locator, Page } from '@playwright/test'
import { codeTo } from '../harness/accounts.ts'
import { openPage } from './camera.ts'
import type { Scene } from './scene.ts'

const press = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole('button', { name, exact: typeof name === 'string' }).click()

/** Modals over Home that guests may open, and one that they may not. */
const sheets = [
  ['themes', 'modal=themes', 'Themes'],
  ['themes-custom', 'modal=themes&step=custom', 'Themes'],
  [
    'themes-shared',
    'modal=themes&colors=7c5cff-ff5c8a-ffd23f-14101f-1f1830-f6f2ff-b9aede&name=Night market',
    'Themes',
  ],
  ['settings', 'modal=settings', 'Settings'],
  ['login-required', 'modal=wallet', 'Please log in'],
] as const

/** What anyone sees before anyone has played. */
export const quiet: Scene = async ({ studio, server: { url } }) => {
  const { page, keep, close } = await openPage(studio)
  await page.goto(url)
  await page.getByText('No one is playing right now').first().waitFor()
  await keep('home-quiet')
  await page.goto(`${url}/games`)
  await page.getByText('7 tables').waitFor()
  await keep('games-quiet')
  await page.goto(`${url}/games?price=free&seats=two`)
  await page.getByText('No matching tables').waitFor()
  await keep('games-none')
  await page.goto(`${url}/games`)
  await press(page, 'Rules of Royale')
  await page.getByRole('dialog', { name: 'Royale rules' }).waitFor()
  await keep('table-rules')
  await page.goto(`${url}/theme-demo`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await keep('theme-demo', { busy: true })
  for (const [name, query, title] of sheets) {
    await page.goto(`${url}/?${query}`)
    await page.getByRole('dialog', { name: title }).waitFor()
    await keep(name)
  }
  await page.goto(`${url}/game/mines-duel`)
  await page.getByRole('dialog', { name: 'Log in to join' }).waitFor()
  await keep('login-to-sit')
  await close()
}

/** The way in, step by step. */
export const login: Scene = async ({ studio, server: { url } }) => {
  const { page, keep, close } = await openPage(studio)
  const contact = 'olivia@home.example'
  const dialog = page.getByRole('dialog', { name: 'Log in or register' })
  await page.goto(`${url}/login`)
  await dialog.waitFor()
  await keep('login')
  const countries = page.getByPlaceholder('Search countries')
  await keep('login-country', {
    holds: async () => {
      await dialog.getByLabel(/^Country: /).click()
      await countries.fill('ma')
      await page.getByRole('option', { name: 'Malaysia' }).waitFor()
    },
    ends: async () => {
      await page.keyboard.press('Escape')
      await countries.waitFor({ state: 'detached' })
    },
  })
  await dialog.getByRole('tab', { name: 'Password' }).click()
  await keep('login-password')
  await dialog.getByRole('tab', { name: 'Code' }).click()
  await dialog.getByLabel('Phone or email').fill(contact)
  await press(dialog, 'Send code')
  await dialog.getByText(/Resend in/).waitFor()
  const code = await codeTo(url, contact)
  await dialog.getByLabel('Verification code').fill(code)
  await keep('login-code')
  await dialog.getByLabel('Verification code').fill(code === '000000' ? '000001' : '000000')
  await press(dialog, 'Log in or register')
  await dialog.getByRole('alert').waitFor()
  await keep('login-wrong')
  await dialog.getByLabel('Verification code').fill(code)
  await press(dialog, 'Log in or register')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /, your profile$/ }).waitFor()
  await keep('home-newcomer')
  await page.goto(`${url}/?modal=history`)
  await page.getByText('No matches yet').waitFor()
  await keep('history-empty')
  await page.goto(`${url}/game/mines-duel?stake=100&asset=promo`)
  await press(page, 'Join for 100 bonus coins')
  await page.getByRole('dialog', { name: 'Before your first stake' }).waitFor()
  await keep('adult')
  await close()
}
