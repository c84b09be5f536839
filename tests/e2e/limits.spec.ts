import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { bearer, codeTo, post, posted, signInByCode } from '../harness/accounts.ts'
import { expectNoAxeViolations } from '../harness/axe.ts'
import { expect, goWithin, phone, test } from '../harness/browser.ts'
import { hasEnded } from '../harness/player.ts'
import type { Server } from '../harness/server.ts'
import { signedInPage } from '../harness/signed-in.ts'
import { newOwner, paymentPassword } from '../harness/withdrawals.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

const press = (place: Page | Locator, name: string | RegExp) => place.getByRole('button', { name }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const door = ({ url }: Server, stake: string, asset: string) =>
  `${url}/game/mines-duel?stake=${stake}&asset=${asset}`
const proofDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })

test('coins at a private table wait for a proof, by password or by code, and are refused past the day’s limit', async ({
  browser,
  server,
}) => {
  const [winner, friend] = [await newOwner(server, 2_000n), await newOwner(server, 2_000n)]
  const page = await signedInPage(browser, server.url, winner.token, phone)
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
  const theirs = await signedInPage(browser, server.url, friend.token, phone)
  await theirs.goto(page.url())
  await press(theirs, 'Join for 100 coins')
  await expect(proofDialog(theirs)).toBeVisible()
  // It hears keys once it has the focus.
  await expect(theirs.locator('[role=dialog]:focus-within')).toHaveCount(1)
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
  await goWithin(theirs, '/?modal=play')
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

test('a limit is lowered at once and raised with a confirmation', async ({ browser, server }) => {
  const winner = await newOwner(server, 2_000n)
  const page = await signedInPage(browser, server.url, winner.token, phone)
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

  await goWithin(page, '/?modal=deposit')
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
  ownServer,
}) => {
  const { url } = await ownServer({})
  const { token } = await signInByCode(url, { contact: `${hex(6)}@home.example`, deviceId: hex(16) })
  const page = await signedInPage(browser, url, token)
  await page.goto(`${url}/?modal=play`)
  await enterLimit(page, 'Daily loss limit', '100', 'Set limit')
  await enterLimit(page, 'Daily loss limit', '500', 'Request a higher limit')
  const waits = page.getByText(
    /You requested 500 coins\. You can confirm it .*, in (1\sday|23\shr\s59\smin)\./,
  )
  await expect(waits).toBeVisible()
  for (const days of [3, -3]) {
    const shifted = await page.context().newPage()
    await shiftClock(shifted, days * 86_400_000)
    await shifted.goto(`${url}/?modal=play`)
    await expect(
      shifted.getByText(/You requested 500 coins\..* in (1\sday|23\shr\s\d+\smin)\./),
    ).toBeVisible()
    await expect(shifted.getByText('0 of 100 coins')).toBeVisible()
    await expect(shifted.getByRole('button', { name: /^Confirm/ })).toHaveCount(0)
    await shifted.close()
  }
  const early = await post(
    url,
    'user/play/limit/confirm',
    { kind: 'loss', period: 'day' },
    { headers: bearer(token) },
  )
  expect(early.code).toBe(1706)
  await page.context().close()
})

test('a loss limit refuses the seat, and the rematch, that could go past it', async ({
  browser,
  server,
  playerOf,
}) => {
  const [loser, winner] = [await newOwner(server, 2_000n), await newOwner(server, 2_000n)]
  const limit = { kind: 'loss', period: 'day', amount: '150' }
  await posted(server.url, 'user/play/limit', limit, { headers: bearer(loser.token) })
  const opponent = await playerOf(server.url, winner.token)
  const page = await signedInPage(browser, server.url, loser.token, phone)
  await page.goto(door(server, '100', 'coin'))
  await press(page, 'Join for 100 coins')
  await expect(page.getByText('You’re in.', { exact: false })).toBeVisible()
  const matchId = await opponent.join('mines-duel', '100', 'coin')
  await expect(page).toHaveURL(new RegExp(matchId))
  await opponent.until(({ phase }) => phase === 'playing')
  await press(page, 'Leave match')
  await press(page.getByRole('dialog'), 'Leave')
  await opponent.until(hasEnded)

  await goWithin(page, `/game/mines-duel?match=${matchId}`)
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
