import { randomBytes } from 'node:crypto'
import { ordersPageSchema } from '@minefall/shared/contracts/rest'
import type { Locator, Page, Route } from '@playwright/test'
import { z } from 'zod'
import { askCode, bearer, get, posted, signInByCode } from '../harness/accounts.ts'
import { makeArena, turnArena } from '../harness/arena-pages.ts'
import { expect, goWithin, phone, test } from '../harness/browser.ts'
import { expectNote, keepNotes } from '../harness/notes.ts'
import { rowOf } from '../harness/profile-page.ts'
import type { Server } from '../harness/server.ts'
import { signedInPage, signInBeside } from '../harness/signed-in.ts'
import { pressUnanswered } from '../harness/unanswered.ts'
import { newOwner, paymentPassword } from '../harness/withdrawals.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

const press = (place: Page | Locator, name: string | RegExp) => place.getByRole('button', { name }).click()

test('one step back from a withdrawal’s form stays one, though what it asked for is answered later', async ({
  browser,
  server,
}) => {
  const { token } = await newOwner(server, 12_480n)
  const page = await signedInPage(browser, server.url, token, phone)
  await page.goto(`${server.url}/?modal=wallet`)
  const toWithdrawal = page.getByRole('link', { name: 'Withdraw', exact: true })
  await toWithdrawal.click()
  await press(page, 'Add destination')
  await page.getByRole('radio', { name: 'Alipay' }).check()
  await page.getByRole('textbox', { name: 'Alipay account' }).fill('mei@pay.example')
  await page.getByRole('textbox', { name: 'Real name' }).fill('Mei Tanaka')
  await page.getByRole('textbox', { name: 'Payment password' }).fill(paymentPassword)
  const save = page.getByRole('button', { name: 'Save destination' })
  const answerSave = await pressUnanswered(page, save, '/api/wallet/destinations')
  await press(page, 'Back')
  const amount = page.getByRole('textbox', { name: 'Amount in coins' })
  await expect(amount).toBeVisible()
  await answerSave()
  await expect(page.getByRole('radio', { name: /Alipay/ })).toBeChecked()
  await amount.fill('500')
  await expect(page.getByRole('term').filter({ hasText: 'You receive' })).toBeVisible()
  await press(page, 'Continue')
  await expect(page.getByText('Valid only for 500 coins to this account.')).toBeVisible()

  await press(page, 'Back')
  await expect(page.getByText('You receive').locator('xpath=following-sibling::dd')).toHaveText(/\d/)
  await page.route('**/api/wallet/withdraw/preview', () => undefined)
  await press(page, 'Continue')
  await page.goBack()
  await toWithdrawal.click()
  await expect(page).toHaveURL(/\?modal=withdraw$/)
  await expect(amount).toHaveValue('')
  await page.context().close()
})

test('an order that is placed after a step back leads nowhere, and is in the list', { tag: '@long' }, async ({
  browser,
  server,
}) => {
  const { token } = await signInByCode(server.url, { contact: `${hex(6)}@home.example`, deviceId: hex(16) })
  const page = await signedInPage(browser, server.url, token, phone)
  await page.goto(`${server.url}/?modal=deposit`)
  await page.getByLabel('You get').fill('500')
  await press(page, 'Review order')
  await expect(page.getByText(/^Your rate is locked/)).toBeVisible()
  const terms = page.getByRole('checkbox', { name: /^I accept the terms of use/ })
  if (await terms.isVisible()) await terms.check()
  const place = page.getByRole('button', { name: /^Place order for / })
  const answerOrder = await pressUnanswered(page, place, '/api/wallet/deposit')
  await press(page, 'Back')
  await expect(page).toHaveURL(/\?modal=deposit$/)
  await answerOrder()
  await expect
    .poll(() =>
      page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('deposit_request'))),
    )
    .toEqual([])
  await expect(page).toHaveURL(/\?modal=deposit$/)
  const { data } = await get(server.url, 'wallet/orders?kind=deposit', bearer(token))
  const [order] = ordersPageSchema.parse(data).items
  await page.goto(`${server.url}/?modal=wallet&tab=deposits`)
  await expect(page.getByRole('link', { name: new RegExp(order?.number ?? 'no order') })).toBeVisible()
  await page.context().close()
})

test('a proof whose dialog was closed before its answer takes no seat', async ({
  browser,
  server,
  playerOf,
}) => {
  const [host, friend] = [await newOwner(server, 2_000n), await newOwner(server, 2_000n)]
  await posted(server.url, 'user/confirmsession', { paymentPassword }, { headers: bearer(host.token) })
  const { ask } = await playerOf(server.url, host.token)
  const { data } = await ask('lobby.host', { gameId: 'mines-duel', stake: '100', asset: 'coin' })
  const page = await signedInPage(browser, server.url, friend.token, phone)
  await page.goto(`${server.url}/game/mines-duel?match=${data?.matchId}`)
  const sit = page.getByRole('button', { name: 'Join for 100 coins' })
  await sit.click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await proof.getByRole('radio', { name: 'Payment password' }).check()
  await proof.getByRole('textbox', { name: 'Payment password' }).fill(paymentPassword)
  const confirm = proof.getByRole('button', { name: 'Confirm' })
  const answerProof = await pressUnanswered(page, confirm, '/api/user/confirmsession')
  await press(proof, 'Not now')
  await expect(proof).toBeHidden()
  await answerProof()
  await page.reload()
  await expect(sit).toBeVisible()
  expect((await get(server.url, 'wallet/balance', bearer(friend.token))).data).toMatchObject({
    held: { coin: '0' },
  })
  await page.context().close()
})

/** An arena for 10 bonus coins. */
const makeStaked = async (server: Server): Promise<string> => {
  const arenaId = await makeArena(server)
  await server.change((db) =>
    db.query('update arena set stake = 10, pot_each = 0, pot_most = 0 where id = $1', [arenaId]),
  )
  return arenaId
}

/** The token of a new account that, unlike one of `signInByCode`, has said nothing of its age. */
const newAgeless = async (url: string): Promise<string> => {
  const [contact, device_id] = [`${hex(6)}@home.example`, hex(16)]
  const code = await askCode(url, contact, { 'x-device-id': device_id })
  const login = { username: contact, type: 4, device_id, code }
  return z.object({ token: z.string() }).parse(await posted(url, 'index/login', login)).token
}

const ageDialog = (page: Page) => page.getByRole('dialog', { name: 'Before your first stake' })

test('an age that is confirmed after Back joins no arena', async ({ browser, server }) => {
  const arenaId = await makeStaked(server)
  const page = await signedInPage(browser, server.url, await newAgeless(server.url), phone)
  let joins = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/arena/join')) joins += 1
  })
  await page.goto(`${server.url}/arena/${arenaId}`)
  await press(page, 'Join for 10 bonus coins')
  const adult = ageDialog(page)
  await adult.getByRole('checkbox', { name: 'I am 18 or older' }).check()
  await adult.getByRole('combobox', { name: /^Where you live/ }).click()
  await page.getByRole('combobox', { name: 'Search countries' }).fill('malays')
  await page.getByRole('option', { name: 'Malaysia' }).click()
  const confirm = adult.getByRole('button', { name: 'Confirm and join' })
  const answerAge = await pressUnanswered(page, confirm, '/api/user/play/adult')
  await press(adult, 'Back to tables')
  await expect(adult).toBeHidden()
  await answerAge()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Join for 10 bonus coins' })).toBeVisible()
  expect(joins).toBe(1)
  // The next test on this server would see it.
  await turnArena(server, arenaId, 'canceled_at')
  await page.context().close()
})

test('what one account is about to confirm is not asked of the next, in a tab that slept', async ({
  browser,
  server,
}) => {
  const arenaId = await makeStaked(server)
  const next = await signInByCode(server.url, { contact: `${hex(6)}@home.example`, deviceId: hex(16) })
  const page = await signedInPage(browser, server.url, await newAgeless(server.url), phone)
  await page.goto(`${server.url}/arena/${arenaId}`)
  await press(page, 'Join for 10 bonus coins')
  await ageDialog(page).getByRole('checkbox', { name: 'I am 18 or older' }).check()
  await signInBeside(page, server.url, next.token)
  await expect(ageDialog(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Join for 10 bonus coins' })).toBeVisible()
  await turnArena(server, arenaId, 'canceled_at')
  await page.context().close()
})

test('what is answered after its dialog was closed closes no other, and a field keeps what was typed by then', async ({
  browser,
  server,
}) => {
  const { token } = await newOwner(server, 2_000n)
  const page = await signedInPage(browser, server.url, token, phone)
  await keepNotes(page)
  await page.goto(`${server.url}/?modal=play`)
  const openLimit = async (name: string) => {
    await press(page, `Set: ${name}`)
    const dialog = page.getByRole('dialog', { name })
    await dialog.getByRole('textbox', { name: 'Maximum coins' }).fill('5000')
    return dialog
  }
  const daily = await openLimit('Daily deposit limit')
  const set = daily.getByRole('button', { name: 'Set limit' })
  const answerLimit = await pressUnanswered(page, set, '/api/user/play/limit')
  await press(daily, 'Close')
  const weekly = await openLimit('Weekly deposit limit')
  await answerLimit()
  await expect(page.getByText('0 of 5,000 coins')).toBeAttached()
  await expect(weekly.getByRole('textbox')).toHaveValue('5000')

  await goWithin(page, '/?modal=profile&tab=nickname')
  const currency = rowOf(page, 'Currency').getByRole('button')
  await currency.click()
  const currencies = page.getByRole('dialog', { name: 'Currency' })
  const dollar = currencies.getByRole('button', { name: /US dollar/ })
  const answerCurrency = await pressUnanswered(page, dollar, '/api/user/currency_edit')
  await press(currencies, 'Close')
  await currency.click()
  await answerCurrency()
  await expect(dollar).toHaveAttribute('aria-pressed', 'true')
  await press(currencies, 'Close')

  const nickname = page.getByRole('textbox', { name: 'Nickname', exact: true })
  await nickname.fill('Nova')
  const saveName = page.getByRole('button', { name: 'Save nickname' })
  const answerName = await pressUnanswered(page, saveName, '/api/user/nickname')
  await nickname.fill('Nova Two')
  await answerName()
  await expectNote(page, 'Nickname updated')
  await expect(nickname).toHaveValue('Nova Two')

  for (const account of ['mei@pay.example', 'ken@pay.example']) {
    const details = { method: 'alipay', account, realName: 'Mei Tanaka' }
    await posted(server.url, 'wallet/destinations', { details, paymentPassword }, { headers: bearer(token) })
  }
  await goWithin(page, '/?modal=withdraw')
  const bins = page.getByRole('button', { name: /^Remove Alipay/, includeHidden: true })
  await expect(bins).toHaveCount(2)
  const removal = page.getByRole('dialog', { name: 'Remove this destination?' })
  await bins.first().click()
  const remove = removal.getByRole('button', { name: 'Remove' })
  const answerRemoval = await pressUnanswered(page, remove, '/remove')
  await press(removal, 'Keep')
  await bins.last().click()
  const asked = await removal.innerText()
  await answerRemoval()
  await expect(bins).toHaveCount(1)
  await expect(removal).toHaveText(asked, { useInnerText: true })

  await test.step('what is gone although its answer was lost is taken away by the next press', async () => {
    const loseAnswer = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    await page.route('**/remove', loseAnswer, { times: 1 })
    await remove.click()
    await expect(removal.getByRole('alert')).toBeVisible()
    await remove.click()
    await expect(removal).toBeHidden()
    await expect(bins).toHaveCount(0)
  })
  await page.context().close()
})

test('a sign-out everywhere that is answered late signs out no one who has signed in since', async ({
  browser,
  server,
}) => {
  const newToken = async () =>
    (await signInByCode(server.url, { contact: `${hex(6)}@home.example`, deviceId: hex(16) })).token
  const [token, nextToken] = [await newToken(), await newToken()]
  const page = await signedInPage(browser, server.url, token, phone)
  await page.goto(`${server.url}/?modal=profile`)
  await press(page, 'Sign out everywhere')
  const asked = page.getByRole('dialog', { name: 'Sign out everywhere?' })
  const confirm = asked.getByRole('button', { name: 'Sign out everywhere' })
  const answerSignOut = await pressUnanswered(page, confirm, '/api/user/signouteverywhere')
  await signInBeside(page, server.url, nextToken)
  await answerSignOut()
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBe(nextToken)
  expect((await get(server.url, 'user/getUserInfo', bearer(nextToken))).code).toBe(200)
  await page.context().close()
})
