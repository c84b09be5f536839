import { randomBytes } from 'node:crypto'
import type { Sql } from '@minefall/platform'
import { playStateSchema } from '@minefall/shared/contracts/rest'
import type { Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { askCode, bearer, codeTo, get, post, posted, signInByCode } from '../harness/accounts.ts'
import { expectNoAxeViolations } from '../harness/axe.ts'
import { board, expect, goWithin, holdBack, phone, test } from '../harness/browser.ts'
import { framesPass } from '../harness/faded.ts'
import type { Server } from '../harness/server.ts'
import { signedInPage } from '../harness/signed-in.ts'
import { newOwner, type Owner, paymentPassword } from '../harness/withdrawals.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

const desktop = { viewport: { width: 1280, height: 800 } }

const signedInSchema = z.object({ token: z.string() })

/** The token of a new account that has not said how old its owner is. */
const newcomer = async (url: string): Promise<string> => {
  const contact = `${hex(6)}@home.example`
  const deviceId = hex(16)
  const code = await askCode(url, contact, { 'x-device-id': deviceId })
  const login = { username: contact, type: 4, device_id: deviceId, code }
  return signedInSchema.parse(await posted(url, 'index/login', login)).token
}

const playOf = async ({ url }: Server, token: string) =>
  playStateSchema.parse((await get(url, 'user/play', bearer(token))).data)

/**
 * Notes that an account has played for so many seconds today, as the counter does, in an embedded database whose server
 * is stopped. The next day has them too: a test may begin just before midnight.
 */
const notePlayed = async (db: Sql, playerId: string, seconds: number): Promise<void> => {
  await db.query(
    `insert into play_day (player_id, day, asset, seconds)
     select $1, utc_day(now()) + ahead, 'promo', $2 from generate_series(0, 1) as ahead`,
    [playerId, seconds],
  )
}

const press = (place: Page | Locator, name: string | RegExp) => place.getByRole('button', { name }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const door = ({ url }: Server, stake: string, asset: string) =>
  `${url}/game/mines-duel?stake=${stake}&asset=${asset}`
const adultDialog = (page: Page) => page.getByRole('dialog', { name: 'Before your first stake' })

/** Says that one is 18 and lives in Malaysia, by keyboard alone. */
const sayAdult = async (page: Page) => {
  const dialog = adultDialog(page)
  await expect(dialog.getByRole('checkbox', { name: 'I am 18 or older' })).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('combobox', { name: /^Where you live/ })).toBeFocused()
  await page.keyboard.press('Enter')
  const search = page.getByRole('combobox', { name: 'Search countries' })
  await expect(search).toBeFocused()
  await page.keyboard.type('malays')
  await expect(page.getByRole('option')).toHaveText(['Malaysia'])
  await expect(page.getByRole('option')).toHaveAttribute('data-highlighted')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('combobox', { name: 'Where you live Malaysia' })).toBeVisible()
}

test('the first stake asks for 18+ and the residence, also after a reload, and then sits on its own', async ({
  browser,
  server,
}) => {
  const token = await newcomer(server.url)
  const page = await signedInPage(browser, server.url, token, phone)
  await page.goto(door(server, '100', 'promo'))
  const sit = page.getByRole('button', { name: 'Join for 100 bonus coins' })
  await sit.click()
  await press(adultDialog(page), 'Back to tables')
  await expect(page).toHaveURL(/\/games$/)

  await goWithin(page, door(server, '100', 'promo'))
  await sit.click()
  await expect(adultDialog(page)).toBeVisible()
  await expectNoAxeViolations(page)
  await page.reload()
  await press(adultDialog(page), 'Confirm and join')
  await expect(adultDialog(page).getByText('Please confirm that you are 18 or older.')).toBeVisible()
  await sayAdult(page)
  await press(adultDialog(page), 'Confirm and join')
  await expect(page.getByText('You’re in. We’re holding 100 bonus coins until play starts.')).toBeVisible()
  expect(await playOf(server, token)).toMatchObject({ residence: 'MY' })
  // The next test on this server would be seated here.
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await press(page.getByRole('dialog'), 'Leave')
  await expect
    .poll(async () => (await get(server.url, 'wallet/balance', bearer(token))).data)
    .toMatchObject({ held: { promo: '0' } })
  await page.context().close()
})

test('the link of a private table asks as well', { tag: '@long' }, async ({ browser, server, playerOf }) => {
  const { token: hosts } = await signInByCode(server.url, {
    contact: `${hex(6)}@home.example`,
    deviceId: hex(16),
  })
  const host = await playerOf(server.url, hosts)
  const { data } = await host.ask('lobby.host', { gameId: 'mines-duel', stake: '10', asset: 'promo' })
  const page = await signedInPage(browser, server.url, await newcomer(server.url), desktop)
  await page.goto(`${server.url}/game/mines-duel?match=${data?.matchId}`)
  await press(page, 'Join for 10 bonus coins')
  await expectNoAxeViolations(page)
  await sayAdult(page)
  await press(adultDialog(page), 'Confirm and join')
  await expect(page.getByText('You’re in. We’re holding 10 bonus coins until play starts.')).toBeVisible()
  await page.context().close()
})

/** Excludes the account permanently, in the two steps that it takes. */
const exclude = async (page: Page) => {
  await press(page, 'Exclude yourself')
  const first = page.getByRole('dialog', { name: 'Exclude yourself' })
  await first.getByRole('radio', { name: 'Permanent' }).check()
  await expect(first.getByText('It never ends.')).toBeVisible()
  await expectNoAxeViolations(page)
  await press(first, 'Continue')
  const sure = page.getByRole('dialog', { name: 'Are you sure?' })
  await press(sure, 'Exclude me permanently')
  await expect(sure.getByText('Check this box first.')).toBeVisible()
  await sure.getByRole('checkbox').check()
  await press(sure, 'Exclude me permanently')
}

test('an exclusion in one tab frees the seat shown in the other, blocks all but withdrawing, and both are notified', async ({
  browser,
  server,
}) => {
  const excluded = await newOwner(server, 2_000n)
  const seat = await signedInPage(browser, server.url, excluded.token, desktop)
  await seat.goto(door(server, '1000', 'coin'))
  await press(seat, 'Join for 1,000 coins')
  await expect(seat.getByText('You’re in.', { exact: false })).toBeVisible()

  const page = await seat.context().newPage()
  await page.goto(`${server.url}/?modal=play`)
  await exclude(page)
  await expect(heading(page, 'You have excluded yourself')).toBeVisible()
  await expectNoAxeViolations(page)
  await expect(heading(seat, 'You have excluded yourself')).toBeFocused()
  await expectNoAxeViolations(seat)
  const { data: wallet } = await get(server.url, 'wallet/balance', bearer(excluded.token))
  expect(wallet).toMatchObject({ coin: '2000', held: { coin: '0' } })

  await seat.getByRole('link', { name: 'Your break' }).click()
  const told = seat.getByRole('dialog').getByRole('heading', { name: 'You have excluded yourself' })
  await expect(told).toBeVisible()
  await goWithin(seat, '/games')
  const banner = seat.getByRole('status').filter({ hasText: 'You have excluded yourself permanently.' })
  await expect(banner).toBeVisible()
  await expectNoAxeViolations(seat)
  const headers = bearer(excluded.token)
  expect((await post(server.url, 'user/receive', { bonus_type: 'level-2' }, { headers })).code).toBe(1702)
  await goWithin(seat, '/?modal=deposit')
  await expect(seat.getByRole('dialog').getByText('You have excluded yourself')).toBeVisible()
  await expectNoAxeViolations(seat)

  await goWithin(seat, '/games')
  await banner.getByRole('link', { name: 'Withdraw' }).click()
  await withdraw(seat, server, excluded)
  await seat.context().close()
})

/** From the withdrawal's first step to an order that staff have to decide about. */
const withdraw = async (page: Page, { url }: Server, { contact }: Owner) => {
  const type = (name: string, text: string) => page.getByRole('textbox', { name, exact: true }).fill(text)
  await press(page, 'Add destination')
  await page.getByRole('radio', { name: 'Alipay' }).check()
  await type('Alipay account', 'mei@pay.example')
  await type('Real name', 'Mei Tanaka')
  await type('Payment password', paymentPassword)
  await press(page, 'Save destination')
  const amount = page.getByRole('textbox', { name: 'Amount in coins' })
  await expect(amount).toBeVisible()
  // It opens by the server's clock, as the page knows it.
  await expect(page.getByRole('radio', { name: /Alipay/ })).toBeChecked()
  await amount.fill('500')
  await press(page, 'Continue')
  await press(page, 'Send code')
  await expect(page.getByText('Verification code sent')).toBeVisible()
  await type('Payment password', paymentPassword)
  await page.getByRole('textbox', { name: 'Verification code' }).fill(await codeTo(url, contact))
  await press(page, /^Withdraw [\d,]+ coins$/)
  await expect(heading(page, 'Withdrawal requested')).toBeVisible()
}

test('a break that ends is gone from the page', async ({ browser, server }) => {
  const { token } = await signInByCode(server.url, {
    contact: `${hex(6)}@home.example`,
    deviceId: hex(16),
  })
  const page = await signedInPage(browser, server.url, token, phone)
  await page.clock.install()
  let isOver = false
  await page.route('**/api/user/play', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const { at } = playStateSchema.parse(answer.data)
    const present = isOver ? null : { kind: 'time-out', beganAt: at, endsAt: at + 3_600_000 }
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, break: present } } })
  })
  await page.goto(`${server.url}/?modal=deposit`)
  const paused = page.getByRole('dialog').getByText('You are taking a break')
  await expect(paused).toBeVisible()
  isOver = true
  await page.clock.fastForward(3_600_000)
  await expect(page.getByLabel('You get')).toBeVisible()
  await expect(paused).toBeHidden()
  await page.context().close()
})

const reminder = (page: Page) => page.getByRole('dialog', { name: 'Time for a quick check' })

/** The one of these tabs that shows the reminder. */
const teller = async (tabs: readonly Page[]): Promise<Page> => {
  const shown = async () => {
    const counts = await Promise.all(tabs.map((tab) => reminder(tab).count()))
    return tabs.filter((_, place) => counts[place] === 1)
  }
  await expect.poll(async () => (await shown()).length).toBe(1)
  const [one] = await shown()
  if (!one) throw new Error('the reminder is gone')
  return one
}

test('between matches a reminder shows time and result, in one tab alone, until it is answered', async ({
  browser,
  server,
  playerOf,
}) => {
  const reminded = await newOwner(server, 2_000n, (db, { id }) => notePlayed(db, id, 15 * 60))
  await posted(server.url, 'user/play/reminder', { minutes: 15 }, { headers: bearer(reminded.token) })
  const { token: others } = await signInByCode(server.url, {
    contact: `${hex(6)}@home.example`,
    deviceId: hex(16),
  })
  const [own, opponent] = await Promise.all([
    playerOf(server.url, reminded.token),
    playerOf(server.url, others),
  ])
  const matchId = await own.join('mines-duel', '1000', 'promo')
  await opponent.join('mines-duel', '1000', 'promo')
  await own.until(({ phase }) => phase === 'playing')

  const page = await signedInPage(browser, server.url, reminded.token, phone)
  const heard = page.waitForResponse(/\/api\/user\/play$/)
  await page.goto(`${server.url}/game/mines-duel?match=${matchId}`)
  await expect(board(page)).toBeVisible()
  await heard
  await expect(reminder(page)).toHaveCount(0)
  const other = await page.context().newPage()
  const welcome = await holdBack(other)
  const otherHeard = other.waitForResponse(/\/api\/user\/play$/)
  await other.goto(`${server.url}/games`)
  await otherHeard
  await framesPass(other, 3)
  const reminding = () =>
    other.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name))
  expect(await reminding()).not.toContainEqual(expect.stringMatching(/^play_reminder/))

  await opponent.ask('match.leave', { commandId: hex(16), matchId })
  await expect(reminder(page)).toBeVisible()
  await expect(reminder(other)).toHaveCount(0)
  await expectNoAxeViolations(page)
  // What the other tab has read is from before the end, of which it was never told.
  await page.goto('about:blank')
  welcome()
  await expect(reminder(other)).toContainText('+1,000')
  await page.goBack()
  const told = await teller([page, other])
  const dialog = reminder(told)
  // On a slow machine the match adds minutes.
  await expect(dialog).toContainText(/You’ve played for 1[5-9]\smin/)
  await expect(dialog).toContainText('+1,000')
  await expect(dialog.getByRole('button', { name: 'Keep playing' })).toBeFocused()
  await told.keyboard.press('Shift+Tab')
  await expect(dialog.locator(':focus')).toHaveCount(1)

  await press(dialog, 'Stop for today')
  const stop = told.getByRole('dialog', { name: 'Take a time-out' })
  await expect(stop.getByText(/^Ends /)).toBeVisible()
  await press(stop, 'Cancel')
  await press(dialog, 'Keep playing')
  for (const tab of [page, other]) {
    await expect(reminder(tab)).toHaveCount(0)
    const read = tab.waitForResponse(/\/api\/user\/play$/)
    await tab.reload()
    await read
  }
  await expect(page.getByRole('dialog', { name: 'You win' })).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Duel', exact: true })).toBeVisible()
  for (const tab of [page, other]) await expect(reminder(tab)).toHaveCount(0)
  await page.context().close()
})

test('a browser that refuses locks shows the reminder, too', async ({ browser, server }) => {
  const reminded = await newOwner(server, 2_000n, (db, { id }) => notePlayed(db, id, 15 * 60))
  await posted(server.url, 'user/play/reminder', { minutes: 15 }, { headers: bearer(reminded.token) })
  const page = await signedInPage(browser, server.url, reminded.token, phone)
  await page.addInitScript(() => {
    LockManager.prototype.request = async () => {
      throw new DOMException('not allowed in this context', 'SecurityError')
    }
  })
  await page.goto(server.url)
  await expect(reminder(page)).toBeVisible()
  await page.context().close()
})
