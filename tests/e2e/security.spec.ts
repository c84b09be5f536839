import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { codeTo } from '../harness/accounts.ts'
import { expectNoAxeViolations } from '../harness/axe.ts'
import { expect, test } from '../harness/browser.ts'
import { expectNote } from '../harness/notes.ts'
import { desktop, field, newEmail, openTab, pageOf, profile, rowOf, signIn } from '../harness/profile-page.ts'

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const newPhone = () => `12${randomInt(1_000_000, 9_999_999)}`

/** The link that undoes a change, as the last message to a contact has it. */
const undoLinkTo = async (url: string, contact: string): Promise<string> => {
  const response = await fetch(`${url}/dev/inbox`, { headers: { accept: 'application/json' } })
  const messages = z.array(z.object({ to: z.string(), text: z.string() })).parse(await response.json())
  const text = messages.find((one) => one.to === contact && one.text.includes('/undo#'))?.text ?? ''
  return `/undo#${text.split('#')[1]}`
}

/** Fills in the code to the account's current contact, which a change of contacts asks for. */
const fillOwnCode = async (page: Page, url: string, contact: string) => {
  const own = field(page, 'Code to your current contact')
  await expect(own.input).toBeFocused()
  await expect(own.input).toHaveAccessibleDescription(`We’ll send it to ${contact}.`)
  // After a minute the one of the new contact is called that again.
  await page.getByRole('button', { name: 'Send code' }).last().click()
  await expect(own.input).toHaveAccessibleDescription('Verification code sent')
  await own.input.fill(await codeTo(url, contact))
}

test('phone and email change by the code sent to the new one, and codes go to either then', {
  tag: '@long',
}, async ({ browser, ownServer }) => {
  // Here a new contact takes its time to settle.
  const server = await ownServer({})
  const [email, taken] = [newEmail(), newEmail()]
  await signIn(server.url, taken)
  const page = await pageOf(browser, server.url, await signIn(server.url, email))
  await openTab(page, server.url, 'phone')
  const national = newPhone()
  const phone = field(page, 'Phone number')
  const code = field(page, 'Code to the new number')
  await phone.input.fill('125')
  await phone.input.press('Enter')
  await phone.error('Phone number is too short')
  await page.getByRole('combobox', { name: /^Country/ }).click()
  await page.getByRole('combobox', { name: 'Search countries' }).fill('singa')
  await page.getByRole('option', { name: 'Singapore' }).click()
  const dialCode = page.getByRole('textbox', { name: 'Dial code' })
  await expect(dialCode).toHaveValue('+65')
  await phone.input.fill(national)
  await dialCode.fill('+60')
  // As Safari presses a button: the field of the dial code is not left.
  await page.getByRole('button', { name: 'Send code' }).dispatchEvent('click')
  await expect(page.getByRole('button', { name: /^Resend in \d+ s$/ })).toBeDisabled()
  await expect(code.input).toHaveAccessibleDescription('Verification code sent')
  const sent = await codeTo(server.url, `+60${national}`)
  await code.input.fill(sent === '000000' ? '000001' : '000000')
  await code.input.press('Enter')
  await fillOwnCode(page, server.url, email)
  await page.getByRole('button', { name: 'Save phone number' }).click()
  await code.error('The verification code is wrong or has expired')
  await code.input.fill(`${sent.slice(0, 3)} ${sent.slice(3)}`)
  await page.getByRole('button', { name: 'Save phone number' }).click()
  await expectNote(page, 'Phone number updated')
  await expect(profile(page).getByText(`+60 ${national}`, { exact: true })).toBeVisible()

  await page.getByRole('tab', { name: 'Email' }).click()
  const address = field(page, 'New email')
  await address.input.fill('anna@home')
  await page.getByRole('button', { name: 'Send code' }).click()
  await address.error('Invalid email format')
  await address.input.fill(taken)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('button', { name: /^Resend in \d+ s$/ })).toBeDisabled()
  await field(page, 'Code to the new address').input.fill(await codeTo(server.url, taken))
  await page.getByRole('button', { name: 'Save email' }).click()
  await page.getByRole('button', { name: 'Send code' }).click()
  // One a minute goes to a contact.
  await expect(page.getByRole('alert')).toHaveText(/^Too many tries. Please try again in \d+ seconds$/)

  await rowOf(page, 'Login password').getByRole('button').click()
  const dialog = page.getByRole('dialog', { name: 'Set a login password' })
  await dialog.getByRole('radio', { name: `+60 ${national}` }).check()
  await expect(field(dialog, 'Verification code').input).toHaveAccessibleDescription(
    `We’ll send it to +60 ${national}.`,
  )
  // The number is new: it sets no password yet.
  await dialog.getByRole('button', { name: 'Send code' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'This contact is too new to confirm changes. Use another one or try again tomorrow',
  )
  await page.context().close()

  // The old contact undoes it, signed out, by keyboard.
  const link = await undoLinkTo(server.url, email)
  const owner = await (await browser.newContext(desktop)).newPage()
  await owner.goto(`${server.url}${link}`)
  await expect(owner).toHaveURL(`${server.url}/undo`)
  await expect(owner.getByRole('heading', { name: 'Undo this change?' })).toBeVisible()
  await expect(owner.getByRole('listitem').filter({ hasText: 'Phone number' })).toContainText('+60•••')
  await expectNoAxeViolations(owner)
  await owner.getByRole('button', { name: 'Undo change' }).focus()
  await owner.keyboard.press('Enter')
  await expect(owner.getByRole('heading', { name: 'Change undone' })).toBeVisible()
  await owner.getByRole('button', { name: 'Log in', exact: true }).last().click()
  await expect(owner.getByRole('dialog', { name: 'Log in or register' })).toBeVisible()
  const again = await owner.context().newPage()
  await again.goto(`${server.url}${link}`)
  await expect(again.getByRole('heading', { name: 'This link was used or has expired' })).toBeVisible()
  await owner.context().close()
})

test('an email change takes a code from each address, and the old one undoes it in another browser', async ({
  browser,
  server,
}) => {
  const [old, next] = [newEmail(), newEmail()]
  const page = await pageOf(browser, server.url, await signIn(server.url, old))
  await openTab(page, server.url, 'email')
  await field(page, 'New email').input.fill(next)
  await page.getByRole('button', { name: 'Send code' }).click()
  const code = field(page, 'Code to the new address')
  await expect(code.input).toHaveAccessibleDescription('Verification code sent')
  const sent = await codeTo(server.url, next)
  await code.input.fill(sent.slice(0, 5))
  await code.input.press('Enter')
  await code.error('Verification code must be 6 digits')
  await code.input.fill(sent)
  await code.input.press('Enter')
  await fillOwnCode(page, server.url, old)
  await page.getByRole('button', { name: 'Save email' }).click()
  await expectNote(page, 'Email address updated')
  await expect(profile(page).getByText(next, { exact: true })).toBeVisible()

  // A login with the old address is refused, and leads to the undo page.
  const owner = await (await browser.newContext(desktop)).newPage()
  await owner.goto(`${server.url}/login`)
  const login = owner.getByRole('dialog', { name: 'Log in or register' })
  await login.getByLabel('Phone or email').fill(old)
  await login.getByRole('button', { name: 'Send code' }).click()
  await expect(login.getByRole('status')).toHaveText('Verification code sent')
  await login.getByLabel('Verification code').fill(await codeTo(server.url, old))
  await login.getByRole('button', { name: 'Log in or register' }).click()
  await expect(login.getByRole('alert')).toHaveText(
    'This contact was recently removed from its account. You can undo that change',
  )
  await login.getByRole('button', { name: 'Undo change' }).click()
  await expect(login).toBeHidden()
  await expect(owner).toHaveURL(`${server.url}/undo`)
  await expect(owner.getByRole('heading', { name: 'Undo this change?' })).toBeVisible()

  // The link in the message to the old address does it.
  await owner.goto(`${server.url}${await undoLinkTo(server.url, old)}`)
  // The first answer is lost: the link is used up then.
  await owner.route('**/api/account/undo', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await owner.getByRole('button', { name: 'Undo change' }).click()
  await expect(owner.getByRole('alert')).toBeVisible()
  await owner.unroute('**/api/account/undo')
  await owner.getByRole('button', { name: 'Undo change' }).click()
  await expect(owner.getByRole('heading', { name: 'Change undone' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()
  expect(await signIn(server.url, old)).toMatchObject({ email: old })
  await page.context().close()
  await owner.context().close()
})

test('passwords are set with a code and changed with the old one, and wrong ones lock the payment password', async ({
  browser,
  server,
}) => {
  const [first, second] = [newEmail(), newEmail()]
  const page = await pageOf(browser, server.url, await signIn(server.url, first))
  await page.goto(`${server.url}/?modal=profile`)
  const dialog = page.getByRole('dialog').last()
  const fill = (label: string, text: string) => field(dialog, label).input.fill(text)
  const save = async () => {
    const answered = page.waitForResponse(/passwordchange$/)
    await dialog.getByRole('button', { name: 'Save password' }).click()
    await answered
  }
  await rowOf(page, 'Login password').getByRole('button').click()
  await dialog.getByRole('button', { name: 'Send code' }).click()
  await expect(dialog.getByText('Verification code sent')).toBeVisible()
  await fill('Verification code', await codeTo(server.url, first))
  await fill('New password', '12345')
  await dialog.getByRole('button', { name: 'Save password' }).click()
  await field(dialog, 'New password').error('Password must be at least 6 characters')
  await fill('New password', 'password1')
  await save()
  await field(dialog, 'New password').error('This password is too common. Choose another one')
  await fill('New password', 'giant hazel 7')
  await save()
  await expectNote(page, 'Password changed')
  await rowOf(page, 'Login password').getByRole('button', { name: 'Change' }).click()
  await fill('Current password', 'giant hazel 8')
  await fill('New password', 'giant hazel 9')
  await save()
  await field(dialog, 'Current password').error('Wrong password')
  await fill('Current password', 'giant hazel 7')
  await save()
  await expect(dialog).toHaveAccessibleName('Profile')
  await page.context().close()

  const payer = await pageOf(browser, server.url, await signIn(server.url, second))
  await payer.goto(`${server.url}/?modal=profile`)
  const form = payer.getByRole('dialog').last()
  const pay = async () => {
    const answered = payer.waitForResponse(/paypasswordchange$/)
    await form.getByRole('button', { name: 'Save password' }).click()
    await answered
  }
  await rowOf(payer, 'Payment password').getByRole('button', { name: 'Set' }).click()
  await form.getByRole('button', { name: 'Send code' }).click()
  await expect(form.getByText('Verification code sent')).toBeVisible()
  await field(form, 'Verification code').input.fill(await codeTo(server.url, second))
  await field(form, 'New payment password').input.fill('quiet maple 3')
  await pay()
  await rowOf(payer, 'Payment password').getByRole('button', { name: 'Change' }).click()
  await field(form, 'New payment password').input.fill('quiet maple 4')
  for (const wrong of ['a', 'b', 'c', 'd', 'e']) {
    await field(form, 'Current payment password').input.fill(wrong)
    await pay()
  }
  await expect(form.getByText('Locked after too many wrong tries.')).toBeVisible()
  await expect(form.getByText(/^Unlocks /)).toBeVisible()
  await form.getByRole('button', { name: 'Forgot it? Use a verification code' }).click()
  await expect(form.getByText(/You have no login password yet/)).toBeVisible()
  await payer.context().close()
})

test('a device that is signed out in the profile is led to the login, and all of them are at once', {
  tag: '@long',
}, async ({ browser, server }) => {
  const email = newEmail()
  const here = await pageOf(browser, server.url, await signIn(server.url, email))
  const there = await pageOf(browser, server.url, await signIn(server.url, email, iPhone))
  const loginModal = (page: Page) => page.getByRole('dialog', { name: 'Log in or register' })
  await there.goto(`${server.url}/games`)
  await expect(there.getByRole('link', { name: /, your profile$/ })).toBeVisible()
  await here.goto(`${server.url}/?modal=profile`)
  await expect(here.getByText('This device')).toBeVisible()
  await here.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
  await expectNote(here, 'Device signed out')
  await expect(here.getByText('Safari on iPhone')).toBeHidden()
  await expect(there).toHaveURL(`${server.url}/login`)
  await expect(loginModal(there)).toBeVisible()
  await expectNote(there, 'Your session has expired. Please log in again')
  expect(await there.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()

  await here.getByRole('button', { name: 'Sign out everywhere' }).click()
  const asked = here.getByRole('dialog', { name: 'Sign out everywhere?' })
  await asked.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(here.locator('header').getByText('Log in')).toBeVisible()
  expect(await here.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()
  await expect(profile(here)).toBeHidden()
  await Promise.all([here.context().close(), there.context().close()])
})
