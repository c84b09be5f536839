import { randomBytes } from 'node:crypto'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { z } from 'zod'
import { bearer, get, posted, signInByCode } from '../harness/accounts.ts'
import { expectNoAxeViolations } from '../harness/axe.ts'
import { board, expect, goWithin, phone, test } from '../harness/browser.ts'
import { browserWith, keptSession } from '../harness/signed-in.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

type Person = { page: Page; id: string; token: string; close(): Promise<void> }

/** Someone with an account, a name and a public page, in their own browser. */
const enter = async (
  browser: Browser,
  url: string,
  name: string,
  options: BrowserContextOptions = {},
): Promise<Person> => {
  const { token } = await signInByCode(url, { contact: `${hex(6)}@home.example`, deviceId: hex(16) })
  const headers = bearer(token)
  await posted(url, 'user/nickname', { nickname: name }, { headers })
  // Makes the page, which otherwise comes with the first match.
  await posted(url, 'user/hide', { hidden: false }, { headers })
  const { id } = z.object({ id: z.uuid() }).parse((await get(url, 'user/profile', headers)).data)
  const context = await browserWith(browser, url, await keptSession(url, token), options)
  return { page: await context.newPage(), id, token, close: () => context.close() }
}

/** Asks someone who is online to a private table. */
const invite = async (page: Page, name: string) => {
  await goWithin(page, '/games')
  await page.getByRole('button', { name: `Invite ${name} to a private table` }).click()
  await page
    .getByRole('dialog', { name: `Invite ${name}` })
    .getByRole('button', { name: 'Duel', exact: true })
    .click()
  await page.getByRole('button', { name: 'Create table' }).click()
  await expect(page).toHaveURL(/\/game\/mines-duel\?match=/)
}

test('a player is followed from their page, seen online, invited to a private table and blocked', async ({
  browser,
  server,
}) => {
  const { url } = server
  const anna = await enter(browser, url, 'Anna Follows')
  const ben = await enter(browser, url, 'Ben Followed', phone)

  await anna.page.goto(`${url}/player/${ben.id}`)
  await anna.page.getByRole('button', { name: 'Follow Ben Followed' }).click()
  await expect(anna.page.getByRole('button', { name: 'Unfollow Ben Followed' })).toBeVisible()
  await expectNoAxeViolations(anna.page)

  // He shows it with the switch beside the one that hides him.
  await ben.page.goto(`${url}/?modal=profile`)
  const show = ben.page.getByRole('switch', { name: /^Show when I’m online/ })
  await show.click()
  await expect(show).toBeChecked()
  // It waits for its answer.
  await expect(show).toBeEnabled()
  await goWithin(ben.page, '/games')
  await expect(ben.page.getByRole('region', { name: 'Who’s online' })).toContainText('Follow players')

  await goWithin(anna.page, '/games')
  const here = anna.page.getByRole('region', { name: 'Who’s online' })
  await expect(here.getByRole('listitem')).toContainText('Online')
  await expectNoAxeViolations(anna.page)
  await invite(anna.page, 'Ben Followed')

  await expect(ben.page.getByText('Anna Follows invites you to a private table')).toBeVisible()
  await ben.page.getByRole('button', { name: 'Go to table' }).click()
  await expect(board(ben.page)).toBeVisible()
  await expect(ben.page).toHaveURL(anna.page.url())

  await goWithin(anna.page, `/player/${ben.id}`)
  await anna.page.getByRole('button', { name: 'Block' }).click()
  await expectNoAxeViolations(anna.page)
  await anna.page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await expect(anna.page.getByRole('button', { name: 'Unblock' })).toBeVisible()
  await expect(anna.page.getByText('This player keeps their rating and badges private.')).toBeVisible()
  await goWithin(ben.page, `/player/${anna.id}`)
  await expect(ben.page.getByText('This player keeps their rating and badges private.')).toBeVisible()
  for (const { close } of [anna, ben]) await close()
})

test('someone who is invited to a private table may block who invites, also one who hides', async ({
  browser,
  server,
}) => {
  const { url } = server
  const anna = await enter(browser, url, 'Anna Hides')
  const ben = await enter(browser, url, 'Ben Invited', phone)
  for (const [path, body] of [
    ['user/follow', { id: ben.id, follow: true }],
    ['user/hide', { hidden: true }],
  ] as const)
    await posted(url, path, body, { headers: bearer(anna.token) })
  await posted(url, 'user/showHere', { shown: true }, { headers: bearer(ben.token) })
  await ben.page.goto(`${url}/games`)
  await expect(ben.page.getByRole('region', { name: 'Who’s online' })).toBeVisible()
  await anna.page.goto(url)
  await invite(anna.page, 'Ben Invited')

  await expect(ben.page.getByText('Anna Hides invites you to a private table')).toBeVisible()
  await expectNoAxeViolations(ben.page)
  await ben.page.getByRole('button', { name: 'Block' }).click()
  await ben.page
    .getByRole('dialog', { name: 'Block Anna Hides?' })
    .getByRole('button', { name: 'Block' })
    .click()
  await goWithin(ben.page, `/player/${anna.id}`)
  await expect(ben.page.getByRole('button', { name: 'Unblock' })).toBeVisible()
  for (const { close } of [anna, ben]) await close()
})

test('an invitation is no longer shown once its player has signed out', async ({ browser, server }) => {
  const { url } = server
  const anna = await enter(browser, url, 'Anna Invites')
  const ben = await enter(browser, url, 'Ben Leaves')
  await posted(url, 'user/follow', { id: ben.id, follow: true }, { headers: bearer(anna.token) })
  await posted(url, 'user/showHere', { shown: true }, { headers: bearer(ben.token) })
  await ben.page.goto(`${url}/?modal=profile`)
  const signOut = ben.page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).first()
  await expect(signOut).toBeVisible()
  await anna.page.goto(url)
  await invite(anna.page, 'Ben Leaves')
  const note = ben.page.getByText('Anna Invites invites you to a private table')
  await expect(note).toBeVisible()
  await signOut.click()
  await expect(ben.page.getByText('Signed out', { exact: true })).toBeVisible()
  await expect(note).toBeHidden({ timeout: 5_000 })
  for (const { close } of [anna, ben]) await close()
})

test('a page that a block hides is shown again once its player has signed out', async ({
  browser,
  server,
}) => {
  const { url } = server
  const anna = await enter(browser, url, 'Anna Blocked')
  const ben = await enter(browser, url, 'Ben Blocks')
  await posted(url, 'user/block', { id: anna.id, block: true }, { headers: bearer(ben.token) })
  await ben.page.goto(`${url}/player/${anna.id}`)
  await expect(ben.page.getByText('This player keeps their rating and badges private.')).toBeVisible()
  const beside = await ben.page.context().newPage()
  await beside.goto(`${url}/?modal=profile`)
  await beside.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).first().click()
  await expect(ben.page.getByText('Level 1', { exact: true })).toBeVisible()
  for (const { close } of [anna, ben]) await close()
})

test('a guest who would follow someone is asked to log in', async ({ page, browser, server }) => {
  const ben = await enter(browser, server.url, 'Ben Alone')
  await ben.close()
  await page.goto(`${server.url}/player/${ben.id}`)
  await page.getByRole('button', { name: 'Follow Ben Alone' }).click()
  await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible()
})
