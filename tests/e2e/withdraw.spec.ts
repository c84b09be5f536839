import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { ordersPageSchema } from '@minefall/shared/contracts/rest'
import type { Locator, Page } from '@playwright/test'
import { askCode, bearer, codeTo, get, posted, signInByCode } from '../harness/accounts.ts'
import { expectNoAxeViolations } from '../harness/axe.ts'
import { expect, goWithin, phone, test } from '../harness/browser.ts'
import type { Server } from '../harness/server.ts'
import { signedInPage } from '../harness/signed-in.ts'
import { newOwner, type Owner, paymentPassword } from '../harness/withdrawals.ts'

const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const ethereum = '0xdAC17F958D2ee523a2206206994597C13D831ec7'

const desktop = { viewport: { width: 1280, height: 800 } }

const press = (place: Page | Locator, name: string | RegExp) => place.getByRole('button', { name }).click()
const amountField = (page: Page) => page.getByRole('textbox', { name: 'Amount in coins' })
const passwordField = (page: Page) => page.getByRole('textbox', { name: 'Payment password' })
const codeField = (page: Page) => page.getByRole('textbox', { name: 'Verification code' })
/** What stands beside a term of a list of sums. */
const sum = (page: Page, term: string | RegExp): Locator =>
  page.getByRole('term').filter({ hasText: term }).locator('xpath=following-sibling::dd')

const switchTo = async (page: Page, code: string) => {
  await press(page, 'Switch')
  await page.getByRole('radio', { name: new RegExp(code) }).check()
  await press(page, `Use ${code}`)
  await expect(page.getByText(`Paid out in ${code}`)).toBeVisible()
}

const addDestination = async (page: Page, fields: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(fields))
    await page.getByRole('textbox', { name: label, exact: true }).fill(value)
  await passwordField(page).fill(paymentPassword)
  await press(page, 'Save destination')
  await expect(amountField(page)).toBeVisible()
  // It opens by the server's clock, as the page knows it.
  await expect(page.getByRole('dialog').getByRole('radio', { checked: true })).toHaveCount(1)
}

/** From the amount to the code, which comes by mail. */
const confirm = async (page: Page, url: string, { contact }: Owner, amount: string): Promise<string> => {
  await amountField(page).fill(amount)
  await press(page, 'Continue')
  await press(page, 'Send code')
  await expect(page.getByText('Verification code sent')).toBeVisible()
  return codeTo(url, contact)
}

const submit = async (page: Page, code: string) => {
  await passwordField(page).fill(paymentPassword)
  await codeField(page).fill(code)
  await press(page, /^Withdraw [\d,]+ coins$/)
}

/** The number of the order that was just placed, and its id. */
const placed = async (page: Page, { url }: Server, { token }: Owner) => {
  await expect(page.getByRole('heading', { name: 'Withdrawal requested' })).toBeVisible()
  const { data } = await get(url, 'wallet/orders', bearer(token))
  const [order, ...others] = ordersPageSchema.parse(data).items
  expect(others).toEqual([])
  if (!order) throw new Error('no order was placed')
  await expect(sum(page, 'Order number')).toHaveText(order.number)
  return order
}

test('coins go to a USDT address, and the page shows at once that they are paid out', {
  tag: '@long',
}, async ({ browser, server, finance }) => {
  const owner = await newOwner(server, 12_480n)
  const page = await signedInPage(browser, server.url, owner.token, phone)
  await page.goto(`${server.url}/?modal=wallet`)
  await page.getByRole('link', { name: 'Withdraw', exact: true }).click()
  await expect(page).toHaveURL(/\?modal=withdraw$/)
  await press(page, 'Switch')
  await expect(page.getByText('This is separate from your display currency (CNY)')).toBeVisible()
  await page.getByRole('radio', { name: /USDT/ }).check()
  await expectNoAxeViolations(page)
  await press(page, 'Use USDT')
  await page.reload()
  await expect(page.getByText('Paid out in USDT')).toBeVisible()

  await press(page, 'Add destination')
  const address = page.getByRole('textbox', { name: 'USDT address' })
  await address.fill(ethereum)
  await press(page, 'Save destination')
  await expect(address).toHaveAccessibleDescription(/^This address is on the other network/)
  await expectNoAxeViolations(page)
  await press(page, 'Switch to ERC20')
  await expect(page.getByRole('radio', { name: 'ERC20' })).toBeChecked()
  await page.getByRole('radio', { name: 'TRC20' }).check()
  await addDestination(page, { 'USDT address': tron, 'Real name': 'Mei Tanaka' })

  const amount = amountField(page)
  for (const [typed, said] of [
    ['60', 'cannot be less than 100 coins'],
    ['25000', 'cannot exceed 20,000 coins'],
    ['12900', 'Insufficient balance'],
    ['1.5', 'Enter a whole number of coins'],
  ] as const) {
    await amount.fill(typed)
    await expect(amount).toHaveAccessibleDescription(said)
  }
  await press(page, 'All')
  await expect(amount).toHaveValue('12480')
  await amount.fill('2000')
  await expect(sum(page, 'Fee, 1%')).toHaveText('20 coins')
  await expect(sum(page, 'You receive')).toHaveText(/277\.20/)
  await expectNoAxeViolations(page)

  const code = await confirm(page, server.url, owner, '2000')
  await expect(page.getByText(tron)).toBeVisible()
  await expect(page.getByText('Valid only for 2,000 coins to this address.')).toBeVisible()
  await passwordField(page).fill('payment hazel 8')
  await codeField(page).fill(code)
  await press(page, 'Withdraw 2,000 coins')
  await expect(passwordField(page)).toHaveAccessibleDescription(/^Wrong password/)
  await expectNoAxeViolations(page)
  await submit(page, code)
  const { id, number } = await placed(page, server, owner)
  await expect(page.getByRole('status').filter({ hasText: 'Your coins are held' })).toBeVisible()
  await expectNoAxeViolations(page)
  await finance.approve(id, `tx-${randomBytes(8).toString('hex')}`)
  await expect(
    page.getByRole('status').filter({ hasText: 'Your withdrawal has been paid out.' }),
  ).toBeVisible()

  await goWithin(page, '/?modal=wallet')
  const entry = page.getByRole('link', { name: new RegExp(`Withdrawal.*${number}.*−2,000 coins.*10,480`) })
  await entry.click()
  await expect(page).toHaveURL(new RegExp(`\\?modal=wallet&order=${id}$`))
  await expect(
    page
      .getByRole('definition')
      .filter({ hasText: /277\.20/ })
      .first(),
  ).toBeVisible()
  await page.context().close()
})

test('a code is good for its amount alone, and what staff reject comes back with their reason', async ({
  browser,
  server,
  finance,
}) => {
  const owner = await newOwner(server, 12_480n)
  const page = await signedInPage(browser, server.url, owner.token, desktop)
  await page.goto(`${server.url}/?modal=withdraw`)
  await press(page, 'Add destination')
  await page.getByRole('radio', { name: 'Alipay' }).check()
  await addDestination(page, { 'Alipay account': 'mei@pay.example', 'Real name': 'Mei Tanaka' })
  const code = await confirm(page, server.url, owner, '500')
  await press(page, 'Back')
  await amountField(page).fill('600')
  await press(page, 'Continue')
  await expect(page.getByText('Valid only for 600 coins to this account.')).toBeVisible()
  await submit(page, code)
  await expect(codeField(page)).toHaveAccessibleDescription(/^The verification code is wrong/)
  await press(page, 'Back')
  await amountField(page).fill('500')
  await press(page, 'Continue')
  await expect(page.getByText('Valid only for 500 coins to this account.')).toBeVisible()
  await submit(page, code)
  const { id } = await placed(page, server, owner)
  await finance.reject(id, 'The name is another one')
  await expect(page.getByRole('status').filter({ hasText: 'Your withdrawal was rejected.' })).toBeVisible()
  await expect(page.getByText(/The name is another one/)).toBeVisible()
  await press(page, 'Withdraw more')
  await expect(page.getByText('You can withdraw').locator('xpath=..')).toContainText('12,480 coins')
  await page.context().close()
})

test('a withdrawal to a bank card is in the statement and in its file as it was on the screen', async ({
  browser,
  server,
  finance,
}) => {
  const owner = await newOwner(server, 12_480n)
  const page = await signedInPage(browser, server.url, owner.token, desktop)
  await page.goto(`${server.url}/?modal=withdraw`)
  await expect(page.getByText('You can withdraw')).toBeVisible()
  await switchTo(page, 'MYR')
  await press(page, 'Add destination')
  await addDestination(page, {
    Bank: 'Maybank',
    Branch: 'Bangsar',
    'Card number': '5555 4444 3333 4471',
    'Real name': 'Mei Tanaka',
  })
  await page.reload()
  await amountField(page).fill('1000')
  // 1,000 less half a percent and 5 coins, at 0.6.
  await expect(sum(page, 'You receive')).toHaveText(/594\.00/)
  const code = await confirm(page, server.url, owner, '1000')
  await expect(page.getByText('5555444433334471', { exact: true })).toBeVisible()
  await submit(page, code)
  const { id, number, total } = await placed(page, server, owner)
  expect(total).toBe('594.00')
  await finance.approve(id, `bank-${randomBytes(8).toString('hex')}`)
  await expect(
    page.getByRole('status').filter({ hasText: 'Your withdrawal has been paid out.' }),
  ).toBeVisible()
  await press(page, 'Done')
  await goWithin(page, '/?modal=wallet')
  await expect(page.getByRole('link', { name: new RegExp(`${number}.*−1,000 coins.*11,480`) })).toBeVisible()
  const saving = page.waitForEvent('download')
  await press(page, 'Download CSV')
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^minefall-statement-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  const line = text.split('\n').find((one) => one.includes(number))
  expect(line).toContain('-1000')
  expect(line).toContain('11480')
  await page.context().close()
})

test('a withdrawal whose answer was lost is sent again and taken once', async ({
  browser,
  server,
  finance,
}) => {
  const owner = await newOwner(server, 12_480n)
  const page = await signedInPage(browser, server.url, owner.token, desktop)
  await page.goto(`${server.url}/?modal=withdraw`)
  await test.step('what can’t be read again may be out of date, and is shown as such', async () => {
    await expect(page.getByText('You can withdraw')).toBeVisible()
    await press(page, 'Close')
    await page.route('**/api/wallet/withdraw', (route) => route.abort())
    await goWithin(page, '/?modal=withdraw')
    const old = page.getByRole('alert').filter({ hasText: 'This may be out of date.' })
    await expect(old).toBeVisible()
    await page.unroute('**/api/wallet/withdraw')
    await press(old, 'Try again')
    await expect(old).toBeHidden()
  })
  await press(page, 'Add destination')
  await addDestination(page, { 'Alipay account': 'ann@pay.example', 'Real name': 'Ann Tanaka' })
  const code = await confirm(page, server.url, owner, '700')
  await page.route('**/api/wallet/withdraw', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await submit(page, code)
  await expect(page.getByText('Your last try got no response.')).toBeVisible()
  await page.unroute('**/api/wallet/withdraw')
  await press(page, 'Withdraw 700 coins')
  const { id } = await placed(page, server, owner)
  await finance.approve(id, `pay-${randomBytes(8).toString('hex')}`)
  await expect(
    page.getByRole('status').filter({ hasText: 'Your withdrawal has been paid out.' }),
  ).toBeVisible()
  await page.context().close()
})

test('withdrawals of a new account wait, and say how long', { tag: '@long' }, async ({
  browser,
  ownServer,
}) => {
  const { url } = await ownServer({})
  const contact = `${randomBytes(6).toString('hex')}@home.example`
  const { token } = await signInByCode(url, { contact, deviceId: randomBytes(16).toString('hex') })
  const page = await signedInPage(browser, url, token, desktop)
  await page.goto(`${url}/?modal=withdraw`)
  await expect(page.getByText('Set a payment password first')).toBeVisible()
  const headers = bearer(token)
  const verificationCode = await askCode(url, contact, headers)
  const first = { currentPassword: '', newPassword: paymentPassword, verificationCode }
  await posted(url, 'user/paypasswordchange', first, { headers })
  await page.reload()
  await expect(page.getByRole('timer')).toHaveText(/^2[34] h \d{1,2} min$/)
  await expect(page.getByText('You can still play, deposit and win')).toBeVisible()
  await press(page, 'Add destination')
  await page.getByRole('radio', { name: 'Alipay' }).check()
  await page.getByRole('textbox', { name: 'Alipay account' }).fill('mei@pay.example')
  await page.getByRole('textbox', { name: 'Real name' }).fill('Mei Tanaka')
  await passwordField(page).fill(paymentPassword)
  await press(page, 'Save destination')
  await expect(page.getByRole('timer')).toBeVisible()
  await expect(page.getByRole('radio', { name: /Alipay/ })).toBeDisabled()
  await expect(page.getByRole('radio', { name: /Alipay/ })).toHaveAccessibleDescription(/^New\. Available/)
  await page.context().close()
})
