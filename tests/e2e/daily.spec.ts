import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { codeTo } from '../harness/accounts.ts'
import { expectNoAxeViolations } from '../harness/axe.ts'
import { board, expect, openable, phone, test } from '../harness/browser.ts'

test.use({ ...phone, contextOptions: { reducedMotion: 'reduce' } })

const outcome = (page: Page) => page.getByRole('region', { name: /Out of lives|Board cleared/ })

const own = (page: Page) => page.getByRole('gridcell', { name: /opened by you$/ })

/** Opens a closed tile, by key; waits until it is answered. */
const openOne = async (page: Page) => {
  const opened = await own(page).count()
  await openable(page).first().press('Enter')
  await expect(own(page)).toHaveCount(opened + 1)
}

test('a whole daily board is played as a guest on a phone, kept by signing in, shared and ranked', async ({
  page,
  context,
  server,
  problems,
}) => {
  await page.goto(`${server.url}/games`)
  await page.getByRole('link', { name: 'Daily board' }).click()
  await expect(page.getByRole('heading', { name: 'How it works' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'How it works' }).getByRole('listitem')).toHaveCount(5)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(board(page).locator(':focus')).toHaveCount(1)
  await openOne(page)
  await expectNoAxeViolations(page)

  // A reload and a second tab go on with the same try.
  const opened = await own(page).count()
  await page.reload()
  await expect(own(page)).toHaveCount(opened)
  const other = await context.newPage()
  await other.goto(`${server.url}/daily`)
  await expect(own(other)).toHaveCount(opened)
  await other.close()

  while (!(await outcome(page).isVisible())) await openOne(page)
  await expect(outcome(page)).toContainText('Safe tiles')
  await expect(page.getByRole('table', { name: 'Your days' }).getByRole('row')).toHaveCount(2)
  await expectNoAxeViolations(page)

  await outcome(page).getByRole('button', { name: 'Share' }).click()
  const share = page.getByRole('dialog', { name: 'Share this result' })
  await expect(share.getByRole('img', { name: /^Daily board of .+: \d+ of 53 tiles\./ })).toBeVisible()
  await expect(share.getByRole('textbox', { name: 'Link to the daily board' })).toHaveValue(
    `${server.url}/daily`,
  )
  await expectNoAxeViolations(page)
  await share.getByRole('button', { name: 'Close' }).click()

  // Kept by signing in: the result has its place.
  const email = `${randomBytes(6).toString('hex')}@home.example`
  await outcome(page).getByRole('button', { name: 'Log in' }).click()
  const login = page.getByRole('dialog', { name: 'Log in or register' })
  await login.getByLabel('Phone or email').fill(email)
  await login.getByRole('button', { name: 'Send code' }).click()
  await expect(login.getByLabel('Verification code')).toBeVisible()
  await expect.poll(() => codeTo(server.url, email).catch(() => '')).not.toBe('')
  await login.getByLabel('Verification code').fill(await codeTo(server.url, email))
  await login.getByRole('button', { name: 'Log in or register' }).click()
  await expect(login).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Daily board' })).toBeFocused()
  await expect(outcome(page)).toContainText(/#\d+ of \d+/)
  const ranking = page.getByRole('table', { name: 'Leaderboard' })
  await expect(ranking.locator('[data-own=true]')).toHaveCount(1)
  await expect(page.getByText('1-day streak')).toBeVisible()
  await expectNoAxeViolations(page)
  expect(problems).toEqual([])
})

test('a page that is open at midnight UTC asks for the board of the new day then, and not before', async ({
  page,
  server,
  problems,
}) => {
  const dayMs = 86_400_000
  await page.clock.install()
  let asked = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/daily') asked += 1
  })
  await page.goto(`${server.url}/daily`)
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()
  const before = asked
  await page.clock.fastForward(Math.max(0, dayMs - (Date.now() % dayMs) - 60_000))
  await page.evaluate(() => null)
  expect(asked).toBe(before)
  await page.clock.fastForward(70_000)
  await expect.poll(() => asked, { timeout: 20_000 }).toBe(before + 1)
  expect(problems).toEqual([])
})
