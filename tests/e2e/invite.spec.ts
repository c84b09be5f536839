import { randomBytes } from 'node:crypto'
import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { bearer, codeTo, get, signInByCode } from '../harness/accounts.ts'
import { expectNoAxeViolations } from '../harness/axe.ts'
import { expectHeader, headerBalance, sitDown } from '../harness/battle-pages.ts'
import { board, expect, type PlayerOf, phone, playToTheEnd, result, test } from '../harness/browser.ts'
import { expectNote, keepNotes } from '../harness/notes.ts'
import { browserWith, keptSession } from '../harness/signed-in.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const newEmail = () => `${hex(6)}@home.example`

const namedSchema = z.object({ nickname: z.string() })

/** Nothing moves behind what is looked at: that costs most of the time. */
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 860 }, reducedMotion: 'reduce' }
const calmPhone: BrowserContextOptions = { ...phone, deviceScaleFactor: 1, reducedMotion: 'reduce' }

const invite = (page: Page): Locator => page.getByRole('dialog', { name: 'Invite friends' })
const rowOf = (page: Page, name: string): Locator =>
  invite(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })
/** What stands beside a term of the totals. */
const total = (page: Page, term: string): Locator =>
  invite(page).locator('dl > div').filter({ hasText: term }).locator('dd')

/** A separate browser for a new account. */
const newAccount = async (browser: Browser, url: string, options: BrowserContextOptions) => {
  const deviceId = hex(16)
  const { token } = await signInByCode(url, { contact: newEmail(), deviceId })
  const kept = { device_id: deviceId, ...(await keptSession(url, token)) }
  const context = await browserWith(browser, url, kept, options)
  const page = await context.newPage()
  await keepNotes(page)
  return { token, context, page }
}

/** Registers through the login form; resolves with the name that the account was given. */
const registerByForm = async (page: Page, url: string): Promise<string> => {
  const form = page.getByRole('dialog', { name: 'Log in or register' })
  const contact = newEmail()
  await form.getByLabel('Phone or email').fill(contact)
  await form.getByRole('button', { name: 'Send code' }).click()
  await expect(form.getByText(/Resend in/)).toBeVisible()
  await form.getByLabel('Verification code').fill(await codeTo(url, contact))
  await form.getByRole('button', { name: 'Log in or register' }).click()
  await expect(form).toBeHidden()
  const kept = await page.evaluate(() => localStorage.getItem('user_info') ?? '')
  return namedSchema.parse(JSON.parse(kept)).nickname
}

/** An account without a browser, on a new device by default. */
const headless = async (
  url: string,
  playerOf: PlayerOf,
  by: { deviceId?: string; invitationCode?: string } = {},
) => {
  const deviceId = hex(16)
  const { id, token } = await signInByCode(url, { contact: newEmail(), deviceId, ...by })
  const player = await playerOf(url, token, deviceId)
  const { data } = await get(url, 'user/getUserInfo', bearer(token))
  return { id, player, name: namedSchema.parse(data).nickname }
}

const duel = ['mines-duel', '100', 'promo'] as const

/** Sits down for the first time: who is new says before it that they are an adult. */
const sitFirst = async (page: Page, url: string) => {
  await page.goto(`${url}/game/mines-duel?stake=100&asset=promo`)
  await page.getByRole('button', { name: 'Join for 100 bonus coins' }).click()
  const adult = page.getByRole('dialog', { name: 'Before your first stake' })
  await adult.getByRole('checkbox', { name: 'I am 18 or older' }).check()
  await adult.getByRole('button', { name: 'Confirm and join' }).click()
  await expect(board(page)).toBeVisible()
}

test('a friend who joins by a link earns a gift once they have played, live on both screens; a farm earns none', async ({
  browser,
  server: { url },
  playerOf,
}) => {
  const inviter = await newAccount(browser, url, {
    ...desktop,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const { page: seen } = inviter
  await seen.goto(`${url}/?modal=invite`)
  await expect(invite(seen).getByText('No friends have joined yet')).toBeVisible()
  await expect(invite(seen).getByRole('heading', { name: '100 bonus coins for each friend' })).toBeVisible()
  await expect(invite(seen).getByText('They play 3 qualifying matches')).toBeVisible()
  await expectNoAxeViolations(seen)
  await invite(seen).getByRole('button', { name: 'Copy link' }).click()
  await expect(invite(seen).getByRole('button', { name: 'Copied' })).toBeVisible()
  const link = await seen.evaluate(() => navigator.clipboard.readText())
  const code = new URL(link).searchParams.get('invite') ?? ''
  expect(link).toBe(`${url}/?invite=${code}`)

  const friend = await browser.newContext(calmPhone)
  const playing = await friend.newPage()
  await playing.goto(link)
  await expect(playing).toHaveURL(`${url}/`)
  await playing.getByRole('button', { name: 'Log in' }).click()
  const form = playing.getByRole('dialog', { name: 'Log in or register' })
  await expect(form.getByLabel('Invitation code')).toHaveValue(code)
  await expectNoAxeViolations(playing)
  const name = await registerByForm(playing, url)

  await expect(rowOf(seen, name)).toContainText('0 of 3 matches')
  await expect(total(seen, 'Joined')).toHaveText('1')

  const own = await friend.newPage()
  await own.goto(`${url}/?modal=vip`)
  const vip = own.getByRole('dialog', { name: 'Level and VIP' })
  await expect(vip.getByText('0 of 3 matches')).toBeVisible()

  const strangers = [await headless(url, playerOf), await headless(url, playerOf)] as const
  await sitFirst(playing, url)
  await strangers[0].player.join(...duel)
  const played = strangers[0].player.play()
  await playToTheEnd(playing)
  await played
  await expect(vip.getByText('1 of 3 matches')).toBeVisible()
  await expect(rowOf(seen, name)).toContainText('1 of 3 matches')

  for (const [matches, { player }] of [
    [2, strangers[1]],
    [3, strangers[0]],
  ] as const) {
    await sitDown(playing, url, 'mines-duel', '100', 'bonus coins')
    const matchId = await player.join(...duel)
    await player.until(({ phase }) => phase === 'playing')
    await player.ask('match.leave', { commandId: hex(16), matchId })
    await expect(result(playing)).toBeVisible()
    if (matches === 2) await expect(rowOf(seen, name)).toContainText('2 of 3 matches')
  }
  await expect(vip.getByRole('heading', { name: 'Level 2', exact: true })).toBeVisible()

  await expect(rowOf(seen, name)).toContainText('Gift earned')
  await expect(rowOf(seen, name)).toContainText('+100 bonus coins')
  await expect(total(seen, 'Earned')).toContainText('100 bonus coins')
  await expect(total(seen, 'Gifts this month')).toHaveText('1 of 20')
  await expectNote(seen, `${name} played enough matches: 100 bonus coins for you`)

  const deviceId = await playing.evaluate(() => localStorage.getItem('device_id') ?? '')
  const farm = await headless(url, playerOf, { deviceId, invitationCode: code })
  for (const { player } of [strangers[1], strangers[0], strangers[1]]) {
    const matchId = await farm.player.join(...duel)
    await player.join(...duel)
    await player.until(({ phase }) => phase === 'playing')
    await player.ask('match.leave', { commandId: hex(16), matchId })
    await farm.player.play()
  }
  await expect(rowOf(seen, farm.name)).toContainText('No gift')
  await expect(rowOf(seen, farm.name)).toContainText(
    'This account was used on your device, or on one of another friend you invited.',
  )
  await expect(total(seen, 'Joined')).toHaveText('2')
  await expect(total(seen, 'Earned')).toContainText('100 bonus coins')
  await expectNoAxeViolations(seen)

  await invite(seen).getByRole('button', { name: 'Close' }).click()
  await expectHeader(seen, 1_100, 'bonus coins')
  await headerBalance(seen).click()
  const newest = seen.getByRole('dialog', { name: 'Wallet' }).getByRole('listitem').first()
  await expect(newest).toContainText('Invitation gift')
  await expect(newest).toContainText('+100 bonus coins')
  await expect(newest).toContainText('Balance 1,100')
  for (const { context } of [inviter, { context: friend }]) await context.close()
})

test('an invitation is typed or emptied at the login form, and a short one is refused', async ({
  browser,
  server: { url },
}) => {
  const context = await browser.newContext(calmPhone)
  const page = await context.newPage()
  await page.goto(`${url}/login?invite=12345678`)
  const form = page.getByRole('dialog', { name: 'Log in or register' })
  const invitation = form.getByLabel('Invitation code')
  await expect(invitation).toHaveValue('12345678')
  await expect(invitation).toHaveAccessibleDescription('Only for new accounts.')
  await form.getByLabel('Phone or email').fill(newEmail())
  await form.getByLabel('Verification code').fill('000000')
  await invitation.fill('8765 4')
  await expect(invitation).toHaveValue('87654')
  await invitation.press('Enter')
  await expect(form.getByRole('alert')).toHaveText('Invitation code must be 8 digits')
  await invitation.fill('')
  const asked = page.waitForRequest('**/api/index/login')
  await registerByForm(page, url)
  expect((await asked).postDataJSON()).toMatchObject({ invitationCode: '88888888' })
  await context.close()
})

test('an invitation says what does not load, and its link works all the same', { tag: '@long' }, async ({
  browser,
  server: { url },
}) => {
  const { context, page } = await newAccount(browser, url, calmPhone)
  await page.route('**/api/user/referral_data*', (route) => route.abort())
  await page.goto(`${url}/?modal=invite`)
  await expect(invite(page).getByRole('alert')).toContainText('Couldn’t load your friends')
  await expect(invite(page).getByLabel('Your invitation link')).toHaveValue(/\?invite=\d{8}$/)
  await expectNoAxeViolations(page)
  await page.unroute('**/api/user/referral_data*')
  await invite(page).getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(invite(page).getByText('No friends have joined yet')).toBeVisible()
  await invite(page).getByText('What doesn’t count').press('Enter')
  await expect(invite(page).getByText('Trials, private tables and rematches.')).toBeVisible()
  await expectNoAxeViolations(page)
  await context.setOffline(true)
  await expect(invite(page).getByText('You’re offline. Your link still works')).toBeVisible()
  await context.setOffline(false)
  await expect(invite(page).getByText('You’re offline.')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(invite(page)).toBeHidden()
  await context.close()
})
