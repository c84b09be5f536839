import { expect, goWithin, test } from '../harness/browser.ts'
import { speak } from '../harness/dress.ts'

const redirects = [
  ['/profile', '/?modal=profile'],
  ['/wallet', '/?modal=wallet'],
  ['/deposit', '/?modal=deposit'],
  ['/withdraw', '/?modal=withdraw'],
  ['/no/such/page', '/'],
] as const

test('addresses of dialogs lead to them over Home, and unknown ones to Home', async ({ page, server }) => {
  // As a link leads there; the last of them loads the page.
  await page.goto(server.url)
  for (const [from, to] of redirects)
    await test.step(`${from} leads to ${to}`, async () => {
      await goWithin(page, '/')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      if (to === '/') await page.goto(`${server.url}${from}`)
      else await goWithin(page, from)
      await expect(page).toHaveURL(`${server.url}${to}`)
      const asked = page.getByRole('dialog', { name: 'Please log in' })
      await expect(to === '/' ? page.getByRole('heading', { level: 1 }) : asked).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(to === '/' ? 0 : 1)
    })
})

test('a browser without what the client needs says which ones have it, in every language', async ({
  page,
  server,
}) => {
  const told = page.locator('.old-browser p')
  await page.goto(server.url)
  await expect(told).toHaveCount(5)
  await expect(told.first()).toBeHidden()
  // As one that knows neither the rule nor the scripts.
  await page.route('**/assets/*.css', async (route) => {
    const body = await (await route.fetch()).text()
    await route.fulfill({
      contentType: 'text/css',
      body: body.replace(/@supports selector\([^{]*\{/, '@supports (none:none){'),
    })
  })
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(server.url)
  await expect(told.first()).toHaveText(/^This browser is too old for Minefall\. .*Safari 16\.4\.$/)
  await expect(told.last()).toBeVisible()
})

test('titles are the product name, or a route title, a dash and the product name; the footer has its year', async ({
  page,
  server,
}) => {
  await page.goto(server.url)
  await expect(page).toHaveTitle('Minefall')
  await expect(page.getByRole('contentinfo').getByText('© 2025')).toBeVisible()
  await page.goto(`${server.url}/games`)
  await expect(page).toHaveTitle(/^.+ - Minefall$/)
  for (const title of ['Terms of use', 'Privacy policy', 'Responsible play', 'Contact']) {
    await page.getByRole('contentinfo').getByRole('link', { name: title, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText('Version 1')).toBeVisible()
    await expect(page).toHaveTitle(`${title} - Minefall`)
  }
  await speak(page, 'ms-MY')
  await expect(page.getByRole('heading', { level: 1, name: 'Hubungi kami' })).toBeVisible()
})

test('a game that does not exist says so, and one for coins asks a guest to log in', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/game/no-such-game`)
  await expect(page.getByText('Game Not Found')).toBeVisible()
  await page.goto(`${server.url}/game/mines-royale`)
  await expect(
    page
      .getByRole('button', { name: /log in/i })
      .or(page.getByRole('link', { name: /log in/i }))
      .first(),
  ).toBeVisible()
})

test('game data that can’t be loaded says so, with a retry that works', async ({ page, server }) => {
  await page.route('**/api/game/**', (route) => route.abort())
  await page.goto(`${server.url}/game/mines-trial`)
  await expect(page.getByText('Load Failed')).toBeVisible()
  await expect(page.getByText('Failed to load game, please check your network connection')).toBeVisible()
  await page.unroute('**/api/game/**')
  await page.getByRole('button', { name: /again|retry/i }).click()
  await expect(page.getByRole('grid')).toBeVisible()
})
