import type { Page } from '@playwright/test'
import { axeContrast, axeViolations } from '../harness/axe.ts'
import { newRival } from '../harness/battle-pages.ts'
import { expect, goWithin, test } from '../harness/browser.ts'
import { wear } from '../harness/dress.ts'
import { movingParts } from '../harness/faded.ts'

/** A light theme and the one with the most glaring colors. */
const others = ['sakura', 'neon']

/** Goes to a page, or opens a modal over Home, as links do in the page that is there, and waits until it has loaded. */
const visit = async (page: Page, path: string) => {
  const isModal = path.startsWith('?')
  const left = { title: await page.title(), pathname: new URL(page.url()).pathname }
  if (isModal) {
    await goWithin(page, '/')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await goWithin(page, `/${path}`)
  // Of the address itself: the browser may tell of it later.
  if (!isModal && new URL(`/${path}`, page.url()).pathname !== left.pathname)
    await expect(page).not.toHaveTitle(left.title)
  const place = isModal ? page.getByRole('dialog') : page.locator('main').first()
  await expect(place.getByRole('heading').first()).toBeVisible()
  // The demo shows what is busy, forever.
  if (path === 'theme-demo') return
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
}

/** Routes and modals, in two parts that are looked at side by side. */
const parts = {
  'any page, the profile or what is set': [
    ...[
      'games',
      'leaderboard',
      'leaderboard?by=accuracy',
      'daily',
      'arena',
      'player/0',
      'terms',
      'theme-demo',
      'game/mines-royale',
      '',
    ],
    ...[
      '?modal=profile',
      '?modal=profile&tab=avatar',
      '?modal=profile&tab=phone',
      '?modal=profile&tab=email',
    ],
    ...['?modal=profile&tab=nickname', '?modal=settings', '?modal=themes', '?modal=themes&step=custom'],
  ],
  'any sheet about coins, gifts or play': [
    ...['?modal=wallet', '?modal=wallet&tab=deposits', '?modal=wallet&tab=withdrawals', '?modal=deposit'],
    ...['?modal=withdraw', '?modal=history', '?modal=vip', '?modal=activities', '?modal=invite'],
    '?modal=play',
  ],
}

for (const [part, paths] of Object.entries(parts))
  test(`axe finds nothing on ${part}`, async ({ browser, server }) => {
    const { page, context } = await newRival(browser, server.url, [])
    await page.goto(server.url)
    for (const path of paths)
      await test.step(`/${path}`, async () => {
        await visit(page, path)
        expect.soft(await axeViolations(page), `/${path}`).toEqual([])
        // Its spinners turn, in few steps.
        if (path !== 'theme-demo') expect.soft(await movingParts(page), `/${path}`).toEqual([])
      })
    await context.close()
  })

// Themes change colors alone: `walk.spec.ts` reads Home in each.
test('axe finds enough contrast on every page and sheet in a light and a glaring theme', {
  tag: '@long',
}, async ({ browser, page, server }) => {
  const expectContrast = async (at: Page, path: string) => {
    for (const theme of others) {
      await wear(at, theme)
      expect.soft(await axeContrast(at), `/${path} in ${theme}`).toEqual([])
    }
    await wear(at, 'default')
  }
  await page.goto(`${server.url}/login`)
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectContrast(page, 'login')
  const rival = await newRival(browser, server.url, [])
  await rival.page.goto(server.url)
  for (const path of Object.values(parts).flat())
    await test.step(`/${path}`, async () => {
      await visit(rival.page, path)
      await expectContrast(rival.page, path)
    })
  await rival.context.close()
})
