import { type LanguageId, usableLanguages } from '@minefall/shared/languages'
import { presets } from '@minefall/shared/theme'
import type { Page } from '@playwright/test'
import { newRival } from '../harness/battle-pages.ts'
import { expect, phone, test } from '../harness/browser.ts'
import { speak, wear } from '../harness/dress.ts'
import { contrastFaults, textFaults } from '../harness/looking.ts'

// Every theme in every language, changed in place.
test.use({ ...phone, deviceScaleFactor: 1 })

const languages = usableLanguages.map(({ id }) => id)
const themes = presets.map(({ id }) => id)

const open = async (page: Page, url: string) => {
  await page.goto(url)
  // Before it answers, a page that was built hears of no other language.
  await expect(page.locator('html')).not.toHaveAttribute('data-waits')
  const isModal = url.includes('modal=') || url.endsWith('/login')
  const place = isModal ? page.getByRole('dialog') : page.locator('main').first()
  await expect(place.getByRole('heading').first()).toBeVisible()
  // The demo shows what is busy, forever.
  if (!url.endsWith('/theme-demo')) await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}

/** The texts of a new language come with the next frames: the page has some time to become right, and stays so. */
const patient = expect.configure({ soft: true, timeout: 20_000 })

const expectGoodTexts = (page: Page, language: LanguageId, where: string) =>
  patient.poll(() => textFaults(page, language), `${where} in ${language}`).toEqual([])

const expectReadable = async (page: Page, theme: string, where: string) =>
  expect.soft(await contrastFaults(page), `${where} in ${theme}`).toEqual([])

test('guests read every language on a phone', async ({ page, server }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  for (const path of ['/', '/games', '/terms', '/login', '/?modal=themes', '/?modal=settings']) {
    await open(page, `${server.url}${path}`)
    for (const language of languages) {
      await speak(page, language)
      await expectGoodTexts(page, language, path)
    }
  }
})

test('every theme can be read', async ({ page, server }) => {
  await open(page, `${server.url}/`)
  for (const theme of themes) {
    await wear(page, theme)
    await expectReadable(page, theme, '/')
  }
})

const ownModals = [
  ...['profile', 'profile&tab=avatar', 'profile&tab=phone', 'profile&tab=email', 'profile&tab=nickname'],
  ...['wallet', 'wallet&tab=deposits', 'wallet&tab=withdrawals', 'deposit', 'withdraw', 'history'],
  ...['vip', 'activities', 'invite', 'play', 'settings', 'themes', 'themes&step=custom'],
]
const routes = ['/', '/games', '/theme-demo', '/game/mines-royale']
const sizes = [
  { width: 360, height: 740 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
]

test('a player reads every language on every route and modal at three sizes', { tag: '@long' }, async ({
  browser,
  server,
}) => {
  const { page, context } = await newRival(browser, server.url, [])
  for (const path of [...routes, ...ownModals.map((modal) => `/?modal=${modal}`)])
    await test.step(path, async () => {
      await open(page, `${server.url}${path}`)
      for (const size of sizes) {
        await page.setViewportSize(size)
        for (const language of languages) {
          await speak(page, language)
          await expectGoodTexts(page, language, `${path} ${size.width}`)
        }
      }
    })
  await context.close()
})

test('every theme can be read in every language', { tag: '@long' }, async ({ page, server }) => {
  for (const path of ['/', '/games', '/theme-demo']) {
    await open(page, `${server.url}${path}`)
    for (const theme of themes) {
      await wear(page, theme)
      for (const language of languages) {
        await speak(page, language)
        await expectGoodTexts(page, language, `${path} in ${theme}`)
        await expectReadable(page, theme, `${path} in ${language}`)
      }
    }
  }
})
