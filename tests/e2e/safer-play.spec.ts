import { randomBytes } from 'node:crypto'
import { playStateSchema } from '@minefall/shared/contracts/rest'
import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { askCode, bearer, codeTo, get, post, posted, signInByCode } from '../harness/accounts.ts'
import { expectNoAxeViolations } from '../harness/axe.ts'
import { test as base, board, expect, phone } from '../harness/browser.ts'
import { pageSettings } from '../harness/page-settings.ts'
import { notePlayed } from '../harness/played.ts'
import { connectPlayer, hasEnded, type Player } from '../harness/player.ts'
import { longTurns, type Server, startServer } from '../harness/server.ts'
import { type Owner, paymentPassword, prepareWithdrawals } from '../harness/withdrawals.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

type Place = Record<'loser' | 'winner' | 'excluded' | 'reminded' | 'friend', Owner> & { server: Server }

/** A server where a higher limit is due at once, and people with coins, one of whom has played for a quarter of an hour. */
const test = base.extend<object, { place: Place }>({
  place: [
    async ({ browserName: _ }, use) => {
      const settings = {
        ...(await pageSettings()),
        LIMIT_RAISE_HOURS: '0',
        WITHDRAW_HOLDOFF_HOURS: '0',
        PRIVATE_LOSS_COINS_PER_DAY: '500',
      }
      const server = await startServer(settings, longTurns)
      const owners = await prepareWithdrawals(server, {
        people: 5,
        coins: 2_000n,
        also: async (db, [, , , fourth]) => {
          if (fourth) await notePlayed(db, fourth.id, 15 * 60)
        },
      })
      const [loser, winner, excluded, reminded, friend] = owners
      if (!loser || !winner || !excluded || !reminded || !friend) throw new Error('too few owners')
      await use({ server, loser, winner, excluded, reminded, friend })
      await server.remove()
    },
    { scope: 'worker' },
  ],
})
// One place serves the whole file.
test.describe.configure({ mode: 'default' })

const players: Player[] = []
test.afterEach(() => {
  for (const player of players.splice(0)) player.leave()
})

/** A player of an account beside the pages. */
const playerOf = async (url: string, token: string): Promise<Player> => {
  const player = await connectPlayer(url, hex(16), new Map(), token)
  players.push(player)
  return player
}

const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }

/** A page of a browser in which someone is signed in. */
const pageOf = async (browser: Browser, url: string, token: string, look = desktop): Promise<Page> => {
  const { data: user } = await get(url, 'user/getUserInfo', bearer(token))
  const localStorage = [
    { name: 'auth_token', value: token },
    { name: 'user_info', value: JSON.stringify(user) },
  ]
  const context = await browser.newContext({
    ...look,
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  })
  return context.newPage()
}

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
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('combobox', { name: 'Where you live Malaysia' })).toBeVisible()
}

test('the first stake asks for 18+ and the residence, also after a reload, and then sits on its own', async ({
  browser,
  place: { server },
}) => {
  const token = await newcomer(server.url)
  const page = await pageOf(browser, server.url, token, phone)
  await page.goto(door(server, '100', 'promo'))
  const sit = page.getByRole('button', { name: 'Join for 100 bonus coins' })
  await sit.click()
  await press(adultDialog(page), 'Back to tables')
  await expect(page).toHaveURL(/\/games$/)

  await page.goto(door(server, '100', 'promo'))
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
  await page.context().close()
})

test('the link of a private table asks as well', { tag: '@long' }, async ({ browser, place: { server } }) => {
  const { token: hosts } = await signInByCode(server.url, {
    contact: `${hex(6)}@home.example`,
    deviceId: hex(16),
  })
  const host = await playerOf(server.url, hosts)
  const { data } = await host.ask('lobby.host', { gameId: 'mines-duel', stake: '10', asset: 'promo' })
  const page = await pageOf(browser, server.url, await newcomer(server.url))
  await page.goto(`${server.url}/game/mines-duel?match=${data?.matchId}`)
  await press(page, 'Join for 10 bonus coins')
  await expectNoAxeViolations(page)
  await sayAdult(page)
  await press(adultDialog(page), 'Confirm and join')
  await expect(page.getByText('You’re in. We’re holding 10 bonus coins until play starts.')).toBeVisible()
  await page.context().close()
})

const proofDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })

test('coins at a private table wait for a proof, by password or by code, and are refused past the day’s limit', async ({
  browser,
  place: { server, winner, friend },
}) => {
  const page = await pageOf(browser, server.url, winner.token, phone)
  await page.goto(door(server, '1000', 'coin'))
  await press(page, 'Private table')
  const table = page.getByRole('dialog', { name: 'Private table: Duel' })
  await table.getByRole('radio', { name: '1,000 coins', exact: true }).press('Space')
  await press(table, 'Create table')
  await expect(table.getByRole('alert')).toContainText(
    'You have 500 coins left of today’s loss limit for private tables, and this seat costs 1,000 coins.',
  )
  await expectNoAxeViolations(page)
  await table.getByRole('radio', { name: '100 coins', exact: true }).press('Space')
  await press(table, 'Create table')
  await expect(proofDialog(page)).toBeVisible()
  await expectNoAxeViolations(page)
  await press(proofDialog(page), 'Not now')
  await expect(proofDialog(page)).toBeHidden()
  await press(table, 'Create table')
  await proofDialog(page).getByRole('radio', { name: 'Payment password' }).check()
  const password = proofDialog(page).getByRole('textbox', { name: 'Payment password' })
  await password.fill('not the password')
  await page.keyboard.press('Enter')
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await password.fill(paymentPassword)
  await page.keyboard.press('Enter')
  await press(page, 'Join for 100 coins')
  await expect(page.getByText('You’re in. We’re holding 100 coins until play starts.')).toBeVisible()

  // The friend who has the link is asked at the seat, and sits down there.
  const theirs = await pageOf(browser, server.url, friend.token, phone)
  await theirs.goto(page.url())
  await press(theirs, 'Join for 100 coins')
  await expect(proofDialog(theirs)).toBeVisible()
  await theirs.keyboard.press('Escape')
  await expect(proofDialog(theirs)).toBeHidden()
  await expect(theirs.getByText('Waiting for 1 more player.')).toBeVisible()
  await press(theirs, 'Join for 100 coins')
  await press(proofDialog(theirs), 'Send code')
  await expect(proofDialog(theirs).getByText(/Resend in/)).toBeVisible()
  const code = await codeTo(server.url, friend.contact)
  await proofDialog(theirs).getByLabel('Code to your current contact').fill(code)
  await proofDialog(theirs).getByRole('button', { name: 'Confirm' }).dblclick()
  await expect(theirs.getByText(/· Turn 1$/)).toBeVisible()
  await press(theirs, 'Leave match')
  await press(theirs.getByRole('dialog'), 'Leave')
  await theirs.goto(`${server.url}/?modal=play`)
  await expect(theirs.getByText('Lost at private tables: 100 coins. Daily maximum: 500 coins.')).toBeVisible()
  await expectNoAxeViolations(theirs)
  for (const one of [page, theirs]) await one.context().close()
})

const limitDialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Enters a limit and presses what its dialog then offers. */
const enterLimit = async (page: Page, name: string, amount: string, save: string) => {
  await press(page, new RegExp(`^(Set|Change): ${name}$`))
  const dialog = limitDialog(page, name)
  await dialog.getByRole('textbox', { name: 'Maximum coins' }).fill(amount)
  await press(dialog, save)
  await expect(dialog).toBeHidden()
}

test('a limit is lowered at once and raised with a confirmation', async ({
  browser,
  place: { server, winner },
}) => {
  const page = await pageOf(browser, server.url, winner.token, phone)
  await page.goto(`${server.url}/?modal=play`)
  await expect(heading(page, 'Limits')).toBeVisible()
  await expectNoAxeViolations(page)
  const name = 'Weekly deposit limit'
  await enterLimit(page, name, '5000', 'Set limit')
  await expect(page.getByText('0 of 5,000 coins')).toBeVisible()
  await enterLimit(page, name, '3000', 'Lower limit')
  await expect(page.getByText('0 of 3,000 coins')).toBeVisible()
  await enterLimit(page, name, '4,000', 'Request a higher limit')
  await expect(page.getByText('0 of 3,000 coins')).toBeVisible()
  await expect(page.getByText(/You can confirm 4,000 coins until/)).toBeVisible()
  await expectNoAxeViolations(page)
  await press(page, 'Cancel request')
  await expect(page.getByText(/You can confirm 4,000 coins until/)).toBeHidden()
  await enterLimit(page, name, '4000', 'Request a higher limit')
  await press(page, 'Confirm 4,000 coins')
  await expect(page.getByText('0 of 4,000 coins')).toBeVisible()

  await page.goto(`${server.url}/?modal=deposit`)
  await page.getByRole('radio', { name: /Alipay/ }).check()
  await page.getByLabel('You get').fill('4500')
  await press(page, 'Review order')
  await page.getByRole('checkbox', { name: /^I accept the terms of use/ }).check()
  await press(page, /^Place order for /)
  const amount = page.getByLabel('You get')
  await expect(amount).toHaveAccessibleDescription('Your deposit limit leaves 4,000 coins this week.')
  await expect(amount).toBeFocused()
  await expectNoAxeViolations(page)
  await page.context().close()
})

/** Sets this page's clock ahead or back by so many milliseconds. */
const shiftClock = (page: Page, ms: number) =>
  page.addInitScript((shift) => {
    const RealDate = Date
    const now = RealDate.now.bind(RealDate)
    globalThis.Date = class extends RealDate {
      constructor(...args: [number | string] | []) {
        super(...((args.length === 0 ? [now() + shift] : args) as [number]))
      }
      static override now = () => now() + shift
    } as DateConstructor
  }, ms)

test('a higher limit waits for a day, whatever the clock of the browser says', { tag: '@long' }, async ({
  browser,
  server,
}) => {
  const { token } = await signInByCode(server.url, { contact: `${hex(6)}@home.example`, deviceId: hex(16) })
  const page = await pageOf(browser, server.url, token)
  await page.goto(`${server.url}/?modal=play`)
  await enterLimit(page, 'Daily loss limit', '100', 'Set limit')
  await enterLimit(page, 'Daily loss limit', '500', 'Request a higher limit')
  const waits = page.getByText(/You requested 500 coins\. You can confirm it .*, in (1 day|23 hr 59 min)\./)
  await expect(waits).toBeVisible()
  for (const days of [3, -3]) {
    const shifted = await page.context().newPage()
    await shiftClock(shifted, days * 86_400_000)
    await shifted.goto(`${server.url}/?modal=play`)
    await expect(shifted.getByText(/You requested 500 coins\..* in (1 day|23 hr \d+ min)\./)).toBeVisible()
    await expect(shifted.getByText('0 of 100 coins')).toBeVisible()
    await expect(shifted.getByRole('button', { name: /^Confirm/ })).toHaveCount(0)
    await shifted.close()
  }
  const early = await post(
    server.url,
    'user/play/limit/confirm',
    { kind: 'loss', period: 'day' },
    { headers: bearer(token) },
  )
  expect(early.code).toBe(1706)
  await page.context().close()
})

test('a loss limit refuses the seat, and the rematch, that could go past it', async ({
  browser,
  place: { server, loser, winner },
}) => {
  const limit = { kind: 'loss', period: 'day', amount: '150' }
  await posted(server.url, 'user/play/limit', limit, { headers: bearer(loser.token) })
  const opponent = await playerOf(server.url, winner.token)
  const page = await pageOf(browser, server.url, loser.token, phone)
  await page.goto(door(server, '100', 'coin'))
  await press(page, 'Join for 100 coins')
  await expect(page.getByText('You’re in.', { exact: false })).toBeVisible()
  const matchId = await opponent.join('mines-duel', '100', 'coin')
  await expect(page).toHaveURL(new RegExp(matchId))
  await opponent.until(({ phase }) => phase === 'playing')
  await press(page, 'Leave match')
  await press(page.getByRole('dialog'), 'Leave')
  await opponent.until(hasEnded)

  await page.goto(`${server.url}/game/mines-duel?match=${matchId}`)
  await press(page, /^Rematch/)
  const here = page.getByRole('alert').filter({ hasText: 'Loss limit reached' })
  await expect(here).toContainText('You have 50 coins left today, and this seat costs 100 coins.')
  await expectNoAxeViolations(page)

  await page.goto(door(server, '100', 'coin'))
  await press(page, 'Join for 100 coins')
  await expect(heading(page, 'Loss limit reached')).toBeVisible()
  await expectNoAxeViolations(page)
  await expect(page.getByRole('link', { name: 'Join for 10 coins' })).toBeVisible()
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
  place: { server, excluded },
}) => {
  const seat = await pageOf(browser, server.url, excluded.token)
  await seat.goto(door(server, '1000', 'coin'))
  await press(seat, 'Join for 1,000 coins')
  await expect(seat.getByText('You’re in.', { exact: false })).toBeVisible()

  const page = await seat.context().newPage()
  await page.goto(`${server.url}/?modal=play`)
  await exclude(page)
  await expect(heading(page, 'You have excluded yourself')).toBeVisible()
  await expectNoAxeViolations(page)
  await expect(heading(seat, 'You have excluded yourself')).toBeVisible()
  await expectNoAxeViolations(seat)
  const { data: wallet } = await get(server.url, 'wallet/balance', bearer(excluded.token))
  expect(wallet).toMatchObject({ coin: '2000', held: { coin: '0' } })

  await seat.getByRole('link', { name: 'Your break' }).click()
  const told = seat.getByRole('dialog').getByRole('heading', { name: 'You have excluded yourself' })
  await expect(told).toBeVisible()
  await seat.goto(`${server.url}/games`)
  const banner = seat.getByRole('status').filter({ hasText: 'You have excluded yourself permanently.' })
  await expect(banner).toBeVisible()
  await expectNoAxeViolations(seat)
  const headers = bearer(excluded.token)
  expect((await post(server.url, 'user/receive', { bonus_type: 'level-2' }, { headers })).code).toBe(1702)
  await seat.goto(`${server.url}/?modal=deposit`)
  await expect(seat.getByRole('dialog').getByText('You have excluded yourself')).toBeVisible()
  await expectNoAxeViolations(seat)

  await seat.goto(`${server.url}/games`)
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
  await page.getByRole('textbox', { name: 'Amount in coins' }).fill('500')
  await press(page, 'Continue')
  await press(page, 'Send code')
  await expect(page.getByText('Verification code sent')).toBeVisible()
  await type('Payment password', paymentPassword)
  await page.getByRole('textbox', { name: 'Verification code' }).fill(await codeTo(url, contact))
  await press(page, /^Withdraw [\d,]+ coins$/)
  await expect(heading(page, 'Withdrawal requested')).toBeVisible()
}

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
  place: { server, reminded },
}) => {
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

  const page = await pageOf(browser, server.url, reminded.token, phone)
  const heard = page.waitForResponse(/\/api\/user\/play$/)
  await page.goto(`${server.url}/game/mines-duel?match=${matchId}`)
  await expect(board(page)).toBeVisible()
  await heard
  await expect(reminder(page)).toHaveCount(0)
  const other = await page.context().newPage()
  await other.goto(`${server.url}/games`)
  await expect(reminder(other)).toHaveCount(0)

  await opponent.ask('match.leave', { commandId: hex(16), matchId })
  const first = await teller([page, other])
  await expectNoAxeViolations(first)
  await first.reload()
  const told = await teller([page, other])
  const dialog = reminder(told)
  await expect(dialog).toContainText('You’ve played for 15 min')
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
  await expect(other.getByRole('heading', { name: 'Duel' })).toBeVisible()
  for (const tab of [page, other]) await expect(reminder(tab)).toHaveCount(0)
  await page.context().close()
})
