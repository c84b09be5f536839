import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { codeOf, hireStaff, type TestStaff } from '../harness/desk.ts'
import { paidDeposit } from '../harness/paid-deposit.ts'
import { connectPlayer, type Player } from '../harness/player.ts'
import { type Camera, openPage } from './camera.ts'
import { type Account, register, seatOf, signedIn } from './people.ts'
import type { Scene } from './scene.ts'

const names = ['Ines', 'Haruto', 'Ji-woo', 'Rafael', 'Siti']

const rail = (page: Page, name: RegExp | string) =>
  page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name })

const signIn = async (page: Page, url: string, staff: TestStaff, keep: Camera) => {
  await page.goto(`${url}/desk/`)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await keep('desk-sign-in')
  await page.getByLabel('Email address').fill(staff.email)
  await page.getByLabel('Password').fill(staff.password)
  await page.getByLabel('Code').fill(codeOf(staff))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Connections', exact: true }).first().waitFor()
}

/** People who are there, guests among them; one writes to support, one has paid for a deposit and looks for a table. */
const open = async (
  browser: Browser,
  url: string,
): Promise<{ players: Player[]; writer: Account; home: Page }> => {
  const accounts: Account[] = []
  for (const name of names) accounts.push(await register(url, name))
  const [writer, payer] = accounts
  if (!writer || !payer) throw new Error('no one came')
  const players = [
    ...(await Promise.all(
      accounts.filter((account) => account !== payer).map((account) => seatOf(url, account)),
    )),
    ...(await Promise.all(names.map(() => connectPlayer(url)))),
  ]
  const context = await browser.newContext({ ...(await signedIn(url, payer)), locale: 'ja-JP' })
  const home = await context.newPage()
  await home.goto(`${url}/games`)
  const text = 'My withdrawal is pending since yesterday. Is something missing?'
  await players[0]?.ask('chat.send', { messageId: randomUUID(), text })
  await paidDeposit(url, payer, '1200')
  return { players, writer, home }
}

/** Every page of the desk, as an admin sees it, in daylight; the first one at night too. */
export const desk: Scene = async ({ studio, server }) => {
  const { url } = server
  const [admin] = await hireStaff(server, ['admin'])
  if (!admin) throw new Error('no one was hired')
  const { players, writer, home } = await open(studio.browser, url)
  const { page, keep, close } = await openPage(
    studio,
    { colorScheme: 'light' },
    { but: 'phone', languages: ['en-US'] },
  )
  await signIn(page, url, admin, keep)
  const row = page.getByRole('row').filter({ hasText: 'Haruto' })
  // Anyone who says nothing is asked after a while: that is the first round trip there is to show.
  await row.getByRole('cell').nth(2).filter({ hasText: /\d/ }).waitFor()
  await row.click()
  // What is kept of it is a fact of the panel, and an entry of its last day after a few seconds.
  const kept = page.getByRole('complementary', { name: 'Connection' }).getByText('Connected', { exact: true })
  await kept.nth(1).waitFor()
  await keep('desk-connections')
  await page.emulateMedia({ colorScheme: 'dark' })
  await keep('desk-connections-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  for (const [name, picture] of [
    [/^Matches/, 'desk-matches'],
    [/^Conversations/, 'desk-conversations'],
    [/^Deposits/, 'desk-deposits'],
    [/^Withdrawals/, 'desk-withdrawals'],
    [/^Flags/, 'desk-flags'],
    [/^Reports/, 'desk-reports'],
    [/^Tables/, 'desk-tables'],
    [/^Health/, 'desk-health'],
    [/^Audit/, 'desk-audit'],
  ] as const) {
    await rail(page, name).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByText(/^Loading/).waitFor({ state: 'detached' })
    const first = page
      .getByRole('region', { name: /^(Queue|Inbox)$/ })
      .getByRole('listitem')
      .first()
    if (await first.isVisible()) await first.getByRole('button').or(first.getByRole('link')).first().click()
    await keep(picture)
  }
  await rail(page, /^Tables/).click()
  await page.getByRole('tab', { name: 'Arenas' }).click()
  await page.getByRole('table', { name: 'Arenas' }).waitFor()
  await keep('desk-arenas')
  await page.getByRole('button', { name: 'New arena' }).click()
  await page.getByRole('dialog', { name: 'New arena' }).waitFor()
  await keep('desk-arena-new')
  await page.keyboard.press('Escape')
  await page.goto(`${url}/desk/players/${writer.id}`)
  await page.getByText('Ines').first().waitFor()
  await keep('desk-player')
  await close()
  for (const player of players) player.leave()
  await home.context().close()
}
