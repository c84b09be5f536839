import { randomBytes } from 'node:crypto'
import { balanceAnswerSchema } from '@minefall/shared/contracts/rest'
import type { Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { bearer, get, signInByCode } from '../harness/accounts.ts'
import { expectNoAxeViolations } from '../harness/axe.ts'
import { expect, phone, test } from '../harness/browser.ts'
import { dayWithRoom } from '../harness/day-with-room.ts'
import { network } from '../harness/network.ts'
import { expectNote, keepNotes } from '../harness/notes.ts'
import { connectPlayer, type Player } from '../harness/player.ts'
import { giveProgress } from '../harness/progress.ts'
import type { Server } from '../harness/server.ts'
import { browserWith, keptSession } from '../harness/signed-in.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

type Account = { id: string; token: string }

/** Plays a duel for 10 bonus coins that the first one leaves. */
const duel = async (loser: Player, winner: Player): Promise<void> => {
  const matchId = await loser.join('mines-duel', '10', 'promo')
  await winner.join('mines-duel', '10', 'promo')
  await loser.until(({ phase }) => phase === 'playing')
  await loser.ask('match.leave', { commandId: hex(16), matchId })
  await winner.until(({ phase }) => phase === 'settled')
}

const seatOf = (url: string, { token }: Account) => connectPlayer(url, hex(16), new Map(), token)

/** Plays one duel between two accounts, each on its own device. */
const play = async (url: string, loser: Account, winner: Account): Promise<void> => {
  const players = await Promise.all([seatOf(url, loser), seatOf(url, winner)])
  await duel(...players)
  for (const player of players) player.leave()
}

const matchesOf = async (url: string, { token }: Account): Promise<number> => {
  const { data } = await get(url, 'user/vip_center', bearer(token))
  return z.object({ level: z.object({ matches: z.int() }) }).parse(data).level.matches
}

/** More than this file takes on a machine many times slower than ours, in milliseconds. */
const roomMs = 300_000

type Club = Record<'anna' | 'ben' | 'carla', Account>

/**
 * Anna has lost one match and is one short of level 2; both she and Carla are bronze VIPs, and Carla is at level 2.
 */
const openClub = async (server: Server): Promise<Club> => {
  await dayWithRoom(roomMs)
  const register = () => signInByCode(server.url, { contact: `${hex(6)}@home.example`, deviceId: hex(16) })
  const [anna, ben, carla] = await Promise.all([register(), register(), register()])
  await play(server.url, anna, ben)
  await expect.poll(() => matchesOf(server.url, anna)).toBe(1)
  await giveProgress(server, [
    { playerId: anna.id, matches: 1, staked: 1_000n },
    { playerId: carla.id, matches: 3, staked: 1_000n },
  ])
  return { anna, ben, carla }
}

const bonusCoins = async (url: string, token: string): Promise<number> => {
  const { data } = await get(url, 'user/getBalance', bearer(token))
  return Number(balanceAnswerSchema.parse(data).promo)
}

const sheet = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })
const gift = (place: Locator, name: string): Locator =>
  place.getByRole('listitem').filter({ has: place.page().getByRole('heading', { name, exact: true }) })
const claim = (place: Locator, name: string): Locator =>
  place.getByRole('button', { name: `Claim: ${name}`, exact: true })
const grouped = (amount: number) => new Intl.NumberFormat('en-US').format(amount)
/** The balance as a header shows it, also behind a sheet. */
const headerTells = (page: Page, bonus: number) =>
  expect(page.locator('header a', { hasText: 'Your wallet' })).toContainText(`${grouped(bonus)} bonus coins`)
/** What the statement's lines of gifts say, the newest first. */
const giftsInStatement = async (page: Page, url: string): Promise<string[]> => {
  await page.goto(`${url}/?modal=wallet`)
  const lines = sheet(page, 'Wallet').getByRole('listitem').filter({ hasText: /^Gift/ })
  await expect(lines.first()).toBeVisible()
  const amounts = await lines.allTextContents()
  return amounts.map((line) => /\+[\d,]+/.exec(line)?.[0] ?? line)
}

test('gifts of VIP, level and activities are claimed once, and every tab shows it at once', async ({
  browser,
  server,
}) => {
  test.setTimeout(4 * roomMs)
  const { anna, ben } = await openClub(server)
  const { url } = server
  const before = await bonusCoins(url, anna.token)
  const viewport = { width: 1440, height: 900 }
  const context = await browserWith(browser, url, await keptSession(url, anna.token), { viewport })
  const [page, other] = [await context.newPage(), await context.newPage()]
  await keepNotes(page)
  await page.goto(url)
  await other.goto(`${url}/games`)
  await headerTells(other, before)
  const inOther = other.getByRole('link', { name: /^Level/ })
  await expect(inOther).toHaveAccessibleName('Level 1 , 3 gifts ready')

  await page.getByRole('link', { name: /^Level 1/ }).click()
  const vip = sheet(page, 'Level and VIP')
  await expect(vip.getByRole('heading', { name: 'Bronze VIP' })).toBeVisible()
  await expect(vip.getByText('2 of 3 matches')).toBeVisible()
  await expectNoAxeViolations(page)

  await claim(vip, 'Daily gift').dblclick()
  await expect(gift(vip, 'Daily gift')).toContainText('Received')
  await expect(vip.getByRole('status').filter({ hasText: 'you got' })).toHaveText(
    'Daily gift: you got 10 bonus coins.',
  )
  for (const tab of [page, other]) await headerTells(tab, before + 10)
  await expect(inOther).toHaveAccessibleName('Level 1 , 2 gifts ready')
  for (const name of ['Weekly gift', 'Monthly gift']) {
    await claim(vip, name).press('Enter')
    await expect(gift(vip, name)).toContainText('Received')
    await expect(gift(vip, name)).toContainText('Next in')
  }
  await headerTells(other, before + 260)

  // The third match that counts, and the first that is won.
  await play(url, ben, anna)
  await expectNote(page, 'You reached level 2')
  await expect(inOther).toHaveAccessibleName('Level 2 , 1 gift ready')
  await claim(vip, 'Level 2 gift').click()
  await expect(gift(vip, 'Level 2 gift')).toContainText('Received')
  const after = await bonusCoins(url, anna.token)
  expect(after - before).toBeGreaterThanOrEqual(260 + 20)

  await vip.getByRole('link', { name: /^Activities 2 gifts are ready/ }).click()
  const activities = sheet(page, 'Activities')
  for (const name of ['Play 1 match', 'Win 1 match']) {
    await claim(activities, name).click()
    await expect(gift(activities, name)).toContainText('Received')
  }
  await expect(gift(activities, 'Play 3 matches')).toContainText('2 of 3')
  await expectNoAxeViolations(page)
  await headerTells(other, after + 70)
  expect(await bonusCoins(url, anna.token)).toBe(after + 70)
  expect(await giftsInStatement(page, url)).toEqual(['+20', '+50', '+20', '+200', '+50', '+10'])
  await context.close()
})

test('a claim whose answer is lost is whole after the reload', { tag: '@long' }, async ({
  browser,
  server,
}) => {
  test.setTimeout(4 * roomMs)
  const { carla } = await openClub(server)
  const line = await network(server.port)
  const { url } = line
  const before = await bonusCoins(server.url, carla.token)
  const context = await browserWith(browser, url, await keptSession(server.url, carla.token), phone)
  const page = await context.newPage()
  await page.goto(`${url}/?modal=vip`)
  const vip = sheet(page, 'Level and VIP')
  await expect(claim(vip, 'Monthly gift')).toBeEnabled()
  await expectNoAxeViolations(page)

  await context.setOffline(true)
  await expect(vip.getByText('You’re offline.')).toBeVisible()
  await expect(claim(vip, 'Monthly gift')).toBeDisabled()
  await context.setOffline(false)
  await expect(claim(vip, 'Monthly gift')).toBeEnabled()

  await page.route('**/api/user/receive', async (route) => {
    await route.fetch({ url: `${server.url}/api/user/receive` })
    line.cut()
    await route.abort()
  })
  await claim(vip, 'Monthly gift').click()
  await expect(
    vip.getByRole('alert').or(gift(vip, 'Monthly gift').getByText('Received')).first(),
  ).toBeVisible()
  await page.unrouteAll()
  line.restore()
  await page.reload()
  await expect(gift(vip, 'Monthly gift')).toContainText('Received')
  await headerTells(page, before + 200)

  await page.goto(`${url}/?modal=profile`)
  await sheet(page, 'Profile')
    .getByRole('link', { name: /^Level 2/ })
    .click()
  await claim(vip, 'Level 2 gift').tap()
  await expect(gift(vip, 'Level 2 gift')).toContainText('Received')
  expect(await bonusCoins(server.url, carla.token)).toBe(before + 220)
  expect(await giftsInStatement(page, url)).toEqual(['+20', '+200'])
  await context.close()
  await line.close()
})
