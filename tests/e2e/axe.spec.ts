import { axeViolations } from '../harness/axe.ts'
import { newRival } from '../harness/battle-pages.ts'
import { expect, test } from '../harness/browser.ts'
import { wear } from '../harness/dress.ts'

// The board that plays by itself on Home costs a software renderer more than all that is looked at here.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const modals = [
  ...['profile', 'profile&tab=avatar', 'profile&tab=phone', 'profile&tab=email', 'profile&tab=nickname'],
  ...['wallet', 'wallet&tab=deposits', 'wallet&tab=withdrawals', 'deposit', 'withdraw', 'history'],
  ...['vip', 'activities', 'invite', 'play', 'settings', 'themes', 'themes&step=custom'],
]
/** A light theme and the one with the most glaring colours; every page is looked at in the default one first. */
const others = ['sakura', 'neon']

test('axe finds nothing on any route or modal, in three themes', async ({ browser, server }) => {
  const { page, context } = await newRival(browser, server.url, [])
  const routes = ['/', '/games', '/theme-demo', '/game/mines-royale']
  for (const path of [...routes, ...modals.map((modal) => `/?modal=${modal}`)])
    await test.step(path, async () => {
      await page.goto(`${server.url}${path}`)
      const place = path.startsWith('/?') ? page.getByRole('dialog') : page.locator('main').first()
      await expect(place.getByRole('heading').first()).toBeVisible()
      // The demo shows what is busy, for ever.
      if (path !== '/theme-demo') await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      const found = [await axeViolations(page)]
      for (const theme of others) {
        await wear(page, theme)
        found.push(await axeViolations(page, ['color-contrast']))
      }
      await wear(page, 'default')
      expect.soft(found, path).toEqual([[], [], []])
    })
  await context.close()
})

test('axe finds nothing on the way in', async ({ page, server }) => {
  await page.goto(`${server.url}/login`)
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  for (const theme of others) {
    await wear(page, theme)
    expect(await axeViolations(page, ['color-contrast'])).toEqual([])
  }
})
