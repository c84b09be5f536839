// Deposits, the wallet with its orders, and the way out of it.
import { settled } from './camera.mjs'

/** From the amount to an order that waits for its payment. */
const placeOrder = async ({ page, url, keep }, method) => {
  await page.goto(`${url}/?modal=deposit`)
  await page.getByLabel('You get').fill('1000')
  await page.getByRole('radio', { name: method }).check({ force: true })
  await keep('deposit')
  await page.getByRole('button', { name: 'Review order' }).click()
  const place = page.getByRole('button', { name: /^Place order for / })
  await place.waitFor()
  await keep('deposit-review')
  await place.click()
}

/** Pays in the window of the test checkout. */
const payOnline = async ({ page, keep }) => {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  const checkout = await opened
  await checkout.getByRole('button', { name: 'Pay' }).click()
  await page.getByRole('heading', { name: 'Coins credited' }).waitFor()
  await keep('deposit-done')
  await checkout.close()
}

export const showWallet = async (tour) => {
  const { page, url, keep } = tour
  await placeOrder(tour, /^Online checkout/)
  await payOnline(tour)
  await placeOrder(tour, /^Alipay/)
  await page.getByRole('timer').waitFor()
  await settled(page)
  await keep('deposit-pay')
  await page.goto(`${url}/?modal=wallet`)
  await page.getByRole('list').getByText('+1,000').first().waitFor()
  await settled(page)
  await keep('wallet')
  await page.goto(`${url}/?modal=wallet&tab=deposits`)
  await page.getByRole('region', { name: 'Your deposits' }).getByRole('listitem').nth(1).waitFor()
  await settled(page)
  await keep('orders')
  await page.goto(`${url}/?modal=withdraw`)
  await page.getByRole('dialog', { name: 'Withdraw' }).waitFor()
  await settled(page)
  await keep('withdraw')
}
