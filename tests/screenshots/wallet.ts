import type { Page } from '@playwright/test'
import { codeTo } from '../harness/accounts.ts'
import { type Camera, openPage } from './camera.ts'
import { press } from './match.ts'
import { paymentPassword, signedIn } from './people.ts'
import type { Scene } from './scene.ts'

/** From the amount to an order that waits for its payment. */
const placeOrder = async (page: Page, url: string, method: RegExp, keep?: Camera) => {
  await page.goto(`${url}/?modal=deposit`)
  await page.getByLabel('You get').fill('1000')
  await page.getByRole('radio', { name: method }).check({ force: true })
  await keep?.('deposit')
  await press(page, 'Review order')
  const place = page.getByRole('button', { name: /^Place order for / })
  await place.waitFor()
  await page.getByText(/^Your rate is locked/).waitFor()
  const terms = page.getByRole('checkbox', { name: /^I accept the terms of use/ })
  if (await terms.isVisible()) await terms.check({ force: true })
  await keep?.('deposit-review')
  await place.click()
}

/** Pays in the window of the test checkout. */
const payOnline = async (page: Page, keep: Camera) => {
  const opened = page.waitForEvent('popup')
  await press(page, /^Pay \$/)
  const checkout = await opened
  await keep('deposit-paying')
  await press(checkout, 'Pay')
  await page.getByRole('heading', { name: 'Coins added' }).waitFor()
  await keep('deposit-done')
  await checkout.close()
}

const withdraw = async (page: Page, url: string, contact: string, keep: Camera) => {
  await page.goto(`${url}/?modal=withdraw`)
  await page.getByText('You can withdraw').waitFor()
  await keep('withdraw-first')
  await press(page, 'Switch')
  await page.getByText(/This is separate from your display currency/).waitFor()
  await keep('withdraw-currency')
  await page.goBack()
  await press(page, 'Add destination')
  await page.getByRole('radio', { name: 'Alipay' }).check()
  await page.getByRole('textbox', { name: 'Alipay account' }).fill('mai.tanaka@pay.example')
  await page.getByRole('textbox', { name: 'Real name' }).fill('Mai Tanaka')
  await page.getByRole('textbox', { name: 'Payment password' }).fill(paymentPassword)
  await keep('withdraw-destination')
  await press(page, 'Save destination')
  const amount = page.getByRole('textbox', { name: 'Amount in coins' })
  await amount.fill('500')
  await keep('withdraw')
  await press(page, 'Continue')
  await press(page, 'Send code')
  await page.getByText(/Resend in/).waitFor()
  await page.getByRole('textbox', { name: 'Payment password' }).fill(paymentPassword)
  await page.getByRole('textbox', { name: 'Verification code' }).fill(await codeTo(url, contact))
  await keep('withdraw-confirm')
  await press(page, /^Withdraw [\d,]+ coins$/)
  await page.getByRole('heading', { name: 'Withdrawal requested' }).waitFor()
  await keep('withdraw-done')
}

/** Deposits, the way out, and the wallet with its orders. */
export const wallet: Scene = async ({ studio, server: { url }, people }) => {
  const { mai } = await people()
  const { page, keep, close } = await openPage(studio, await signedIn(url, mai))
  await placeOrder(page, url, /^Online checkout/, keep)
  await payOnline(page, keep)
  await placeOrder(page, url, /^Alipay/)
  await page.getByRole('timer').waitFor()
  await keep('deposit-pay')
  await withdraw(page, url, mai.contact, keep)
  await page.goto(`${url}/?modal=wallet`)
  await page.getByRole('list').getByText('+1,000').first().waitFor()
  await keep('wallet')
  await press(page, /Change currency$/)
  await page.getByRole('dialog', { name: 'Currency', exact: true }).waitFor()
  await keep('currency')
  for (const [tab, name, picture] of [
    ['deposits', 'Your deposits', 'orders'],
    ['withdrawals', 'Your withdrawals', 'orders-withdrawals'],
  ] as const) {
    await page.goto(`${url}/?modal=wallet&tab=${tab}`)
    await page.getByRole('region', { name }).getByRole('listitem').first().waitFor()
    await keep(picture)
  }
  await page.getByRole('region', { name: 'Your withdrawals' }).getByRole('link').first().click()
  await page.getByText('Order number').first().waitFor()
  await keep('order')
  await close()
}
