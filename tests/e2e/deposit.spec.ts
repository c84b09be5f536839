import { randomBytes, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import {
  depositPreviewSchema,
  type OrderDetail,
  orderDetailSchema,
  ordersPageSchema,
  statementPageSchema,
} from '@minefall/shared/contracts/rest'
import type { Locator, Page } from '@playwright/test'
import { bearer, get, posted, signInByCode } from '../harness/accounts.ts'
import { expectNoAxeViolations } from '../harness/axe.ts'
import { test as base, expect, goWithin } from '../harness/browser.ts'
import type { Server } from '../harness/server.ts'
import { signInPage } from '../harness/signed-in.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

/** `owner` is the token of a new account that is signed in in the page. */
const test = base.extend<{ owner: string }>({
  owner: async ({ page, server }, use) => {
    await use(await signIn(page, server))
  },
})

const signIn = async (page: Page, { url }: Server): Promise<string> => {
  const { token } = await signInByCode(url, { contact: `${hex(6)}@home.example`, deviceId: hex(16) })
  await signInPage(page, url, token)
  return token
}

const deposit = (page: Page): Locator => page.getByRole('dialog')
const title = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const press = (place: Page | Locator, name: string | RegExp) => place.getByRole('button', { name }).click()
const paidButton = (page: Page) => page.getByRole('button', { name: 'I’ve paid', exact: true })
/** What stands beside the term of a list that begins like this. */
const fact = (page: Page, term: string): Locator =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${term}`) })
    .locator('xpath=following-sibling::dd[1]')
/** Numbers are distinguished from their symbols by a joiner that no one sees. */
const seen = async (of: Locator) => (await of.innerText()).replaceAll('\u2060', '').trim()

const orderOf = async ({ url }: Server, token: string, id: string): Promise<OrderDetail> =>
  orderDetailSchema.parse((await get(url, `wallet/orders/${id}`, bearer(token))).data)
const ordersOf = async ({ url }: Server, token: string) =>
  ordersPageSchema.parse((await get(url, 'wallet/orders?kind=deposit', bearer(token))).data).items

/** The order in the page's address. */
const shownOrder = async (page: Page): Promise<string> => {
  await expect(page).toHaveURL(/[?&]order=/)
  return new URL(page.url()).searchParams.get('order') ?? ''
}

type Way = { method: string; currency: string; network?: string }

/** Places an order beside the page. */
const place = async ({ url }: Server, token: string, way: Way, amount = '1000'): Promise<OrderDetail> => {
  const headers = bearer(token)
  const asked = { ...way, amount }
  const preview = await posted(url, 'wallet/deposit/preview', asked, { headers })
  const { total, terms } = depositPreviewSchema.parse(preview)
  const body = { ...asked, total, accepted: terms, key: randomUUID() }
  const placed = await posted(url, 'wallet/deposit', body, { headers })
  return orderDetailSchema.parse(placed)
}

const termsBox = (page: Page) => page.getByRole('checkbox', { name: /^I accept the terms of use/ })
/** On the review of a deposit: the first of an account that the form did not make asks for it. */
const acceptTerms = async (page: Page) => {
  await expect(page.getByText(/^Your rate is locked/)).toBeVisible()
  if (await termsBox(page).isVisible()) await termsBox(page).check()
}

/** From Home's address to the order that is to be paid; resolves with its id. */
const order = async (page: Page, { url }: Server, method: RegExp, amount: string): Promise<string> => {
  await page.goto(`${url}/?modal=deposit`)
  await page.getByRole('radio', { name: method }).check()
  await page.getByLabel('You get').fill(amount)
  await press(page, 'Review order')
  await acceptTerms(page)
  await press(page, /^Place order for /)
  return shownOrder(page)
}

/** A file of this size; put into the page as bytes it costs ten times as much. */
const picture = (name: string, size: number): string => {
  const file = test.info().outputPath(name)
  // One pixel; what comes after its end is part of the file and of no picture.
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
  writeFileSync(file, Buffer.concat([Buffer.from(pixel, 'base64'), Buffer.alloc(size)]))
  return file
}

test('an amount becomes an order, a picture proves its payment, and its coins are those of the statement', async ({
  page,
  server,
  finance,
  owner,
  problems,
}) => {
  await page.goto(`${server.url}/?modal=deposit`)
  const amount = page.getByLabel('You get')
  await amount.fill('99')
  await press(page, 'Review order')
  await expect(page.getByText('cannot be less than 100 coins')).toBeVisible()
  await expect(amount).toBeFocused()
  await amount.fill('50,001')
  await expect(page.getByText('cannot exceed 50,000 coins')).toBeVisible()
  await expectNoAxeViolations(page)
  await press(page, '1,000 coins')
  await expect(amount).toHaveValue('1000')
  await press(page, 'Review order')
  await expect(page).toHaveURL(/step=review/)
  await expect(page.getByText('Your rate is locked for 30 minutes.')).toBeVisible()
  const sums = ['Amount', 'Exchange rate', 'Fiat amount', 'Fee', 'Total payment'] as const
  const reviewed = await Promise.all(sums.map((term) => seen(fact(page, term))))
  expect(reviewed).toEqual(['1,000 coins', '1 coin = ¥1.00', '¥1,000.00', '¥12.00', '¥1,012.00'])
  await expectNoAxeViolations(page)
  await press(deposit(page), 'Back')
  await expect(amount).toHaveValue('1000')
  await press(page, 'Review order')
  await press(page, 'Place order for ¥\u20601,012.00')
  await expect(termsBox(page)).toBeFocused()
  await expect(termsBox(page)).toHaveAccessibleDescription(
    'Please accept the terms of use and the privacy policy first',
  )
  await expectNoAxeViolations(page)
  await acceptTerms(page)
  await press(page, 'Place order for ¥\u20601,012.00')

  await expect(page.getByRole('timer')).toHaveAccessibleName(/\d\d:\d\d left to pay/)
  await expect(page.getByRole('img', { name: 'QR code: pay@minefall.example' })).toBeVisible()
  const id = await shownOrder(page)
  const file = page.locator('input[type=file]')
  await file.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  const wrongType = 'Invalid image format, please select JPG, PNG or GIF format'
  await expect(page.getByRole('alert')).toHaveText(wrongType)
  await file.setInputFiles(picture('large.png', 5 * 1024 * 1024))
  const tooLarge = 'Image file is too large, please select an image smaller than 5MB'
  await expect(page.getByRole('alert')).toHaveText(tooLarge)
  await file.setInputFiles(picture('payment.png', 2_000_000))
  await press(page, 'Remove picture')
  await expect(paidButton(page)).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose picture' }).press('Enter')
  await (await chooser).setFiles(picture('payment.png', 2_000_000))
  await expect(page.getByRole('img', { name: 'Your chosen picture' })).toBeVisible()
  await expectNoAxeViolations(page)

  let arrives = () => {}
  const held = new Promise<void>((resolve) => {
    arrives = resolve
  })
  await page.route('**/proof', async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  await press(page, 'Send picture, I’ve paid')
  await expect(page.getByRole('progressbar', { name: 'Sending picture' })).toBeVisible()
  await press(page, 'Cancel upload')
  await expect(page.getByText('Upload canceled. Your picture is still here.')).toBeVisible()
  arrives()
  await press(page, 'Try again')

  await expect(title(page, 'Payment sent for review')).toBeVisible()
  await expect(page).toHaveURL(/step=done/)
  await finance.take(id)
  const now = page.locator('[aria-current=step]')
  await expect(now).toContainText('Under review')
  await finance.approve(id, `pay-${hex(6)}`)
  await expect(title(page, 'Coins added')).toBeVisible()
  await expectNoAxeViolations(page)

  const told = await orderOf(server, owner, id)
  const { items } = statementPageSchema.parse((await get(server.url, 'wallet/statement', bearer(owner))).data)
  expect(items[0]).toMatchObject({ asset: 'coin', amount: told.amount, balanceAfter: '1000' })
  await page.getByRole('link', { name: 'See details' }).click()
  const shown = await Promise.all(sums.map((term) => seen(fact(page, term))))
  expect(shown).toEqual(reviewed)
  expect([told.amount, told.rate, told.fiat, told.fee, told.total]).toEqual([
    '1000',
    '1',
    '1000.00',
    '12.00',
    '1012.00',
  ])
  await expect(fact(page, 'Order number')).toContainText(told.number)
  await expect(fact(page, 'Remark')).toContainText(told.remark)
  await expectNoAxeViolations(page)
  await press(page, 'Payment proof 1, enlarge')
  await expect(page.getByRole('img', { name: /^Payment proof 1, added/ })).toBeVisible()
  expect(problems).toEqual([])
})

const manual = [
  { way: { method: 'usdt', currency: 'USDT', network: 'TRC20' }, radio: /^USDT/, name: 'USDT TRC20' },
  { way: { method: 'bank', currency: 'CNY' }, radio: /^Bank transfer CNY/, name: 'Bank transfer' },
  { way: { method: 'alipay', currency: 'CNY' }, radio: /^Alipay/, name: 'Alipay transfer' },
] as const
// One way stands for the three, which differ in what is shown to pay to; the long run adds the two transfers in CNY.
const inLongRun = (method: string) => (method === 'usdt' ? {} : { tag: '@long' })

for (const { way, radio, name } of manual)
  test(
    `${name}: one order is credited, and another fails with the reason of staff`,
    inLongRun(way.method),
    async ({ page, server, finance, owner, problems }) => {
      const good = await order(page, server, radio, '1000')
      await paidButton(page).click()
      await expect(title(page, 'Payment sent for review')).toBeVisible()
      await finance.take(good)
      await finance.approve(good, `pay-${hex(6)}`)
      await expect(title(page, 'Coins added')).toBeVisible()

      const bad = await place(server, owner, way)
      await goWithin(page, `/?modal=deposit&step=pay&order=${bad.id}`)
      await paidButton(page).click()
      await expect(title(page, 'Payment sent for review')).toBeVisible()
      await finance.take(bad.id)
      await finance.reject(bad.id, 'The amount differs')
      await expect(title(page, 'Deposit failed')).toBeVisible()
      await expect(page.getByText('“The amount differs”')).toBeVisible()

      await goWithin(page, '/?modal=wallet&tab=deposits')
      const lines = page.getByRole('region', { name: 'Your deposits' }).getByRole('listitem')
      await expect(lines).toHaveCount(2)
      await expect(lines.first()).toContainText(name)
      await expect(lines.first()).toContainText('Failed')
      await page.getByLabel('Status').selectOption('completed')
      await expect(lines).toHaveCount(1)
      await expect(lines.first()).toContainText('+1,000')
      await page.getByLabel('Method').selectOption('checkout')
      await expect(page.getByText('No matching orders')).toBeVisible()
      expect(problems).toEqual([])
    },
  )

test('two players at once each hear of their order alone', { tag: '@long' }, async ({
  page,
  browser,
  server,
  finance,
  owner,
}) => {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const other = await context.newPage()
  const stranger = await signIn(other, server)
  const [mine, theirs] = await Promise.all([
    order(page, server, /^Alipay/, '1000'),
    order(other, server, /^USDT/, '500'),
  ])
  await Promise.all([paidButton(page).click(), paidButton(other).click()])
  for (const at of [page, other]) await expect(title(at, 'Payment sent for review')).toBeVisible()
  await Promise.all([finance.take(mine), finance.take(theirs)])
  await Promise.all([finance.approve(mine, `pay-${hex(6)}`), finance.reject(theirs, 'The amount differs')])
  await expect(title(page, 'Coins added')).toBeVisible()
  await expect(title(other, 'Deposit failed')).toBeVisible()
  expect((await ordersOf(server, owner)).map(({ id }) => id)).toEqual([mine])
  expect((await ordersOf(server, stranger)).map(({ id }) => id)).toEqual([theirs])
  await context.close()
})

test('an order whose answer was lost is placed once, and goes on after a reload', { tag: '@long' }, async ({
  page,
  server,
  owner,
}) => {
  await page.goto(`${server.url}/?modal=deposit`)
  await page.getByLabel('You get').fill('500')
  await press(page, 'Review order')
  const keys: string[] = []
  await page.route('**/api/wallet/deposit', async (route) => {
    keys.push(route.request().postDataJSON().key)
    await route.fetch()
    await route.abort()
  })
  await acceptTerms(page)
  await press(page, /^Place order for /)
  await expect(page.getByRole('alert')).toContainText('it won’t be placed twice')
  await page.unroute('**/api/wallet/deposit')
  const again = page.waitForRequest('**/api/wallet/deposit')
  await page.reload()
  keys.push((await again).postDataJSON().key)
  const id = await shownOrder(page)
  expect(keys[1]).toBe(keys[0])
  expect((await ordersOf(server, owner)).map((one) => one.id)).toEqual([id])
  await page.reload()
  await expect(paidButton(page)).toBeVisible()

  await page.goto(`${server.url}/?modal=deposit`)
  await page.getByRole('link', { name: /^Continue paying/ }).click()
  await expect(page).toHaveURL(new RegExp(`order=${id}`))
})

test('a status that this page does not know breaks nothing', { tag: '@long' }, async ({
  page,
  server,
  owner,
  problems,
}) => {
  const { id } = await place(server, owner, manual[1].way)
  await page.route(`**/api/wallet/orders/${id}`, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const data = {
      ...answer.data,
      status: 'frozen',
      steps: [...answer.data.steps, { status: 'frozen', at: 1 }],
    }
    await route.fulfill({ response, json: { ...answer, data } })
  })
  await page.goto(`${server.url}/?modal=deposit&step=pay&order=${id}`)
  await expect(title(page, 'Deposit in progress')).toBeVisible()
  await expect(page.locator('[aria-current=step]')).toContainText('Pending')
  expect(problems).toEqual([])
})

/** Lets the page's browser block windows until `allowWindows` is called in it. */
const blockWindows = (page: Page) =>
  page.addInitScript(() => {
    const open = window.open.bind(window)
    let isAllowed = false
    window.addEventListener('allow-windows', () => {
      isAllowed = true
    })
    window.open = (url, target, look) => (isAllowed ? open(url, target, look) : null)
  })

test('an online payment follows its window, also where the browser blocked it first', async ({
  page,
  server,
  owner,
  problems,
}) => {
  await blockWindows(page)
  await order(page, server, /^Online checkout/, '1000')
  await expect(page.getByText('A test window. No real money moves.')).toBeVisible()
  const pay = page.getByRole('button', { name: /^Pay \$/ })
  await pay.click()
  const blocked = page.getByRole('alert')
  await expect(blocked).toContainText('Payment window blocked by browser, please allow pop-ups and try again')
  await expect(blocked.getByRole('link', { name: 'Open payment page' })).toHaveAttribute('target', '_blank')
  await page.evaluate(() => window.dispatchEvent(new Event('allow-windows')))
  const opened = page.waitForEvent('popup')
  await press(blocked, 'Try again')
  const payment = await opened
  await expect(page.getByText('Waiting for your payment in the other window')).toBeVisible()
  await press(payment, 'Pay')
  await expect(title(page, 'Coins added')).toBeVisible()
  await payment.close()
  // What no real money was paid for says so: in the result, in the head of the page, and in the wallet.
  await expect(deposit(page).getByText('Test money', { exact: true })).toBeVisible()
  await expect(page.locator('header').getByText('Test money')).toBeVisible()
  await goWithin(page, '/?modal=wallet')
  await expect(page.getByRole('region', { name: /^Bonus coins/ })).toContainText('Test money')
  await expect(page.getByRole('link', { name: /^Deposit.*Test money/ })).toContainText('+1,000')

  const other = await place(server, owner, { method: 'checkout', currency: 'USD' })
  await page.goto(`${server.url}/?modal=deposit&step=pay&order=${other.id}`)
  await pay.click()
  const tab = page.waitForEvent('popup')
  await blocked.getByRole('link', { name: 'Open payment page' }).click()
  await press(await tab, 'Decline')
  await expect(title(page, 'Payment failed')).toBeVisible()
  expect((await orderOf(server, owner, other.id)).status).toBe('failed')
  expect(problems).toEqual([])
})

test('an order that is not paid in time says so', { tag: '@long' }, async ({ page, ownServer }) => {
  const server = await ownServer({ DEPOSIT_EXPIRES_MS: '3000' })
  const token = await signIn(page, server)
  const { id } = await place(server, token, manual[0].way)
  await page.goto(`${server.url}/?modal=deposit&step=pay&order=${id}`)
  await expect(title(page, 'Order expired')).toBeVisible()
  await expect(
    page.getByText('We didn’t get your payment in time. If you paid, contact support with the order number.'),
  ).toBeVisible()
  await press(page, 'Make another deposit')
  await expect(page.getByLabel('You get')).toBeVisible()
})
