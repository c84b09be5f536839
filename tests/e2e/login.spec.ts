import { randomBytes, randomInt } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { codeTo, register, setPassword } from '../harness/accounts.ts'
import { expectNoAxeViolations } from '../harness/axe.ts'
import { expect, test } from '../harness/browser.ts'
import { expectNote, keepNotes } from '../harness/notes.ts'

const password = 'giant hazel 7'
const deviceId = () => randomBytes(16).toString('hex')
const newEmail = () => `${randomBytes(6).toString('hex')}@home.example`

/** The global login modal, and what is in it. */
const login = (page: Page) => {
  const modal = page.getByRole('dialog', { name: 'Log in or register' })
  return {
    modal,
    contact: modal.getByLabel('Phone or email'),
    code: modal.getByLabel('Verification code'),
    password: modal.locator('input[name=password]'),
    send: modal.getByRole('button', { name: 'Send code' }),
    submit: modal.locator('button[type=submit]'),
    tab: (name: string) => modal.getByRole('tab', { name }),
    error: modal.getByRole('alert'),
  }
}

/** Where the page tells who is signed in. */
const profileLink = (page: Page) => page.getByRole('link', { name: /profile/i })
const loginButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Log in' })

const fullWidth = (digits: string) =>
  [...digits].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')

/** Types with an input method, as Japanese keyboards write full-width digits: one more in each step, and all of them at last. */
const compose = async (page: Page, field: Locator, text: string) => {
  const devtools = await page.context().newCDPSession(page)
  await field.focus()
  for (let end = 1; end <= text.length; end += 1)
    await devtools.send('Input.imeSetComposition', {
      text: text.slice(0, end),
      selectionStart: end,
      selectionEnd: end,
    })
  await devtools.send('Input.insertText', { text })
}

const byPassword = async (page: Page, contact: string) => {
  const form = login(page)
  await form.tab('Password').click()
  await form.contact.fill(contact)
  await form.password.fill(password)
  await form.submit.click()
}

const storedUser = async (page: Page): Promise<{ id: string; phoneNumber: string }> =>
  JSON.parse((await page.evaluate(() => localStorage.getItem('user_info'))) ?? 'null')

test('an email address registers with its code, and a wrong code is reported', async ({ page, server }) => {
  const email = newEmail()
  const form = login(page)
  await keepNotes(page)
  await page.goto(`${server.url}/login`)
  await expect(form.contact).toBeVisible()
  await expectNoAxeViolations(page)
  await form.contact.fill('no-one')
  await form.contact.blur()
  await expect(form.modal.getByText('Please enter a valid phone number or email.')).toBeVisible()
  await expect(form.send).toBeDisabled()
  await expect(form.modal.getByRole('link', { name: 'terms of use' })).toHaveAttribute('href', '/terms')
  await expect(form.modal.getByRole('link', { name: 'privacy policy' })).toHaveAttribute('href', '/privacy')
  await form.contact.fill(email)
  await expect(form.modal.getByText('Email address')).toBeVisible()
  await form.send.dblclick()
  await expect(form.modal.getByRole('status')).toHaveText('Verification code sent')

  const code = await codeTo(server.url, email)
  await form.code.fill(code === '000000' ? '000001' : '000000')
  await form.submit.click()
  await expect(form.error).toHaveText('The verification code is wrong or has expired')
  await expect(form.contact).toHaveValue(email)

  await form.code.fill(code.slice(0, 5))
  await expect(form.submit).toBeDisabled()
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  let asked = 0
  let accepted: unknown
  await page.route('**/api/index/login', async (route) => {
    asked += 1
    accepted = route.request().postDataJSON().accepted
    await held
    await route.continue()
  })
  await form.code.fill('')
  await compose(page, form.code, fullWidth(code))
  await expect(form.code).toHaveValue(code)
  await form.code.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await expect(form.submit).toBeEnabled()
  await form.code.press('Enter')
  await expect(form.submit).toHaveText('Logging in')
  await expect(form.submit).toBeDisabled()
  await form.submit.click({ force: true })
  answer()
  await expect(profileLink(page)).toBeVisible()
  await expect(form.modal).toBeHidden()
  await expectNote(page, 'Logged in')
  expect(asked).toBe(1)
  expect(accepted).toEqual({ terms: '1', privacy: '1' })
  await expect(page).toHaveURL(`${server.url}/`)
  expect((await storedUser(page)).id).not.toBe('')
  await page.goto(`${server.url}/login`)
  await expect(page).toHaveURL(`${server.url}/`)
})

test('a password leads to the page that was asked for, and a wrong password is reported', async ({
  page,
  server,
}) => {
  const email = newEmail()
  await register(server.url, { contact: email, deviceId: deviceId(), password })
  const form = login(page)
  await page.goto(`${server.url}/test/profile-modal`)
  await expect(page).toHaveURL(`${server.url}/`)
  await form.tab('Password').click()
  await form.contact.fill(email)
  await form.password.fill('giant hazel 8')
  let answer = () => {}
  const held = new Promise<void>((go) => {
    answer = go
  })
  await page.route('**/api/index/login', async (route) => {
    await held
    await route.continue()
  })
  await form.submit.click()
  await expect(form.modal.locator('button[type=submit]')).toHaveAttribute('aria-busy', 'true')
  answer()
  await expect(form.error).toHaveText('Wrong password')
  await expect(form.submit).not.toHaveAttribute('aria-busy')
  await expect(form.password).toHaveValue('giant hazel 8')
  await form.password.fill(password)
  await form.submit.click()
  await expect(page).toHaveURL(`${server.url}/test/profile-modal`)

  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(loginButton(page)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()
})

test('the backdrop closes the modal and forgets the page that was asked for', async ({ page, server }) => {
  const email = newEmail()
  await register(server.url, { contact: email, deviceId: deviceId(), password })
  const form = login(page)
  await page.goto(`${server.url}/test/profile-modal`)
  await expect(form.contact).toBeFocused()
  await page.mouse.click(5, 5)
  await expect(form.modal).toBeHidden()
  await loginButton(page).click()
  await byPassword(page, email)
  await expect(profileLink(page)).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/`)
})

test('a phone number written three ways is one account', { tag: '@long' }, async ({ browser, server }) => {
  const national = `12${randomInt(1_000_000, 9_999_999)}`
  const whole = `+60${national}`
  /** Logs in on its own browser; answers the stored user. */
  const loggedIn = async (write: (page: Page) => Promise<void>) => {
    const context = await browser.newContext({ locale: 'en-GB' })
    const page = await context.newPage()
    await page.goto(`${server.url}/login`)
    await write(page)
    await expect(profileLink(page)).toBeVisible()
    const token = (await page.evaluate(() => localStorage.getItem('auth_token'))) ?? ''
    const user = await storedUser(page)
    await context.close()
    return { token, user }
  }

  const first = await loggedIn(async (page) => {
    const form = login(page)
    await form.modal.getByLabel('Dial code').fill('60')
    await form.contact.fill(national)
    await expect(form.modal.getByText('Phone number, Malaysia')).toBeVisible()
    await form.send.click()
    await expect(form.modal.getByRole('status')).toHaveText('Verification code sent')
    await form.code.fill(await codeTo(server.url, whole))
    await form.submit.click()
  })
  expect(first.user.phoneNumber).toBe(whole)
  await setPassword(server.url, { contact: whole, token: first.token }, password)

  const withPlus = await loggedIn((page) =>
    byPassword(page, `+60 ${national.slice(0, 2)}-${national.slice(2)}`),
  )
  const withZero = await loggedIn(async (page) => {
    const form = login(page)
    await form.modal.getByLabel('Country: United Kingdom').click()
    await page.getByPlaceholder('Search countries').fill('mala')
    await page.getByRole('option', { name: 'Malaysia' }).click()
    await byPassword(page, `0${national}`)
  })
  expect([withPlus.user.id, withZero.user.id]).toEqual([first.user.id, first.user.id])
})

test('a guest is asked to log in before the wallet, and their inviter is sent along', async ({
  page,
  server,
}) => {
  const email = newEmail()
  await register(server.url, { contact: email, deviceId: deviceId(), password })
  await page.goto(`${server.url}/?modal=wallet&invite=12345678`)
  await expect(page).toHaveURL(`${server.url}/?modal=wallet`)
  await page.getByRole('dialog', { name: 'Please log in' }).getByRole('button', { name: 'Log in' }).click()
  const asked = page.waitForRequest('**/api/index/login')
  await byPassword(page, email)
  expect((await asked).postDataJSON()).toMatchObject({ type: 3, invitationCode: '12345678' })
  const wallet = page.getByRole('dialog', { name: 'Wallet' })
  await expect(wallet).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/?modal=wallet`)
  await wallet.getByRole('button', { name: 'Close' }).click()
  await expect(profileLink(page)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the keyboard alone is enough, in whatever language is chosen', async ({ page, server }) => {
  const form = login(page)
  await page.goto(`${server.url}/games`)
  await loginButton(page).press('Enter')
  await expect(form.contact).toBeFocused()
  await form.tab('Code').focus()
  await page.keyboard.press('ArrowRight')
  await expect(form.tab('Password')).toHaveAttribute('aria-selected', 'true')
  const show = form.modal.getByRole('button', { name: 'Show password' })
  await expect(show).toHaveAttribute('aria-pressed', 'false')
  await show.press('Enter')
  await expect(show).toHaveAttribute('aria-pressed', 'true')
  await expect(form.password).toHaveAttribute('type', 'text')
  await expect(form.submit).toHaveText('Log in')
  await form.modal.getByRole('button', { name: 'Use a code the first time' }).press('Enter')
  await expect(form.submit).toHaveText('Log in or register')
  await expect(form.contact).toBeFocused()

  await form.modal.getByRole('button', { name: 'Add an invitation code' }).press('Enter')
  await expect(form.modal.getByLabel('Invitation code')).toBeFocused()

  await form.modal.getByLabel(/^Country: /).press('Enter')
  await page.getByPlaceholder('Search countries').pressSequentially('971')
  const found = page.getByRole('listbox').getByRole('option')
  await expect(found).toHaveText([/^United Arab Emirates/])
  await expect(found).toHaveAttribute('data-highlighted')
  await page.keyboard.press('Enter')
  await expect(form.modal.getByLabel('Country: United Arab Emirates')).toBeFocused()
  await expect(form.modal.getByLabel('Dial code')).toHaveValue('+971')
  await form.contact.fill('1234 5678 901234')
  await expect(form.modal.getByText('Too long with dial code +971')).toBeVisible()
  await form.contact.fill('50 123 4567')
  await expect(form.modal.getByText('Phone number, United Arab Emirates')).toBeVisible()

  const language = form.modal.getByLabel('Language')
  await language.selectOption('pt-BR')
  await expect(page.getByRole('dialog', { name: 'Entrar ou criar conta' })).toBeVisible()
  await page.getByRole('dialog').getByLabel('Idioma').selectOption('en-US')
  await expect(language).toHaveValue('en-US')

  await page.keyboard.press('Escape')
  await expect(form.modal).toBeHidden()
  await expect(loginButton(page)).toBeFocused()
  await expect(page).toHaveURL(`${server.url}/games`)
})

test('a form whose code is refused at first is not shown before it takes what is typed', async ({
  page,
  server,
}) => {
  let refused = 0
  await page.route('**/assets/login-*.js', async (route) => {
    if (refused > 0) return route.continue()
    refused += 1
    await route.fulfill({ status: 503 })
  })
  await page.goto(`${server.url}/login`)
  const { contact } = login(page)
  await contact.fill('anna')
  await expect(contact).toHaveValue('anna')
  expect(refused).toBe(1)

  // Closed, it leaves no way back to itself.
  const entries = () => page.evaluate(() => history.length)
  const before = await entries()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${server.url}/`)
  expect(await entries()).toBe(before)
})
