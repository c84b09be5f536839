import { randomBytes, randomInt } from 'node:crypto'
import type { Browser, Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { askCode, codeTo, posted } from '../harness/accounts.ts'
import { expectNoAxeViolations } from '../harness/axe.ts'
import { expect, test } from '../harness/browser.ts'
import { expectNote, keepNotes } from '../harness/notes.ts'

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const newEmail = () => `${randomBytes(6).toString('hex')}@home.example`
const newPhone = () => `12${randomInt(1_000_000, 9_999_999)}`
/** Nothing moves behind the profile: it is not what is tested, and costs most of the time. */
const desktop = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const

/** Signs in by a code, as the device that calls itself `userAgent`; registers who is new. */
const signIn = async (url: string, email: string, userAgent = 'curl/8'): Promise<unknown> => {
  const device_id = randomBytes(16).toString('hex')
  const headers = { 'x-device-id': device_id, 'user-agent': userAgent }
  const code = await askCode(url, email, headers)
  return posted(url, 'index/login', { username: email, type: 4, device_id, code }, { headers })
}

/** A page of a browser that keeps this session. */
const pageOf = async (browser: Browser, url: string, signedIn: unknown): Promise<Page> => {
  const { token } = z.object({ token: z.string() }).parse(signedIn)
  const localStorage = [
    { name: 'auth_token', value: token },
    { name: 'user_info', value: JSON.stringify(signedIn) },
  ]
  const context = await browser.newContext({
    ...desktop,
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  })
  const page = await context.newPage()
  await keepNotes(page)
  return page
}

/** The link that undoes a change, as the last message to a contact has it. */
const undoLinkTo = async (url: string, contact: string): Promise<string> => {
  const response = await fetch(`${url}/dev/inbox`, { headers: { accept: 'application/json' } })
  const messages = z.array(z.object({ to: z.string(), text: z.string() })).parse(await response.json())
  const text = messages.find((one) => one.to === contact && one.text.includes('/undo#'))?.text ?? ''
  return `/undo#${text.split('#')[1]}`
}

const profile = (page: Page): Locator => page.getByRole('dialog', { name: 'Profile' })
const openTab = async (page: Page, url: string, tab: string) => {
  await page.goto(`${url}/?modal=profile&tab=${tab}`)
  await expect(page.getByRole('tabpanel')).toBeVisible()
}
/** What stands beside a term of the account's list. */
const rowOf = (page: Page, term: string): Locator =>
  profile(page)
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${term}$`) })
    .locator('xpath=..')
/** A field, and what is said of it. */
const field = (place: Page | Locator, label: string) => {
  const input = place.getByRole('textbox', { name: label, exact: true })
  return {
    input,
    error: async (text: string) => {
      await expect(input).toHaveAccessibleDescription(text)
      await expect(input).toHaveAttribute('aria-invalid', 'true')
    },
  }
}

/** Fills in the code to the account's current contact, which a change of contacts asks for. */
const fillOwnCode = async (page: Page, url: string, contact: string) => {
  const own = field(page, 'Code to your current contact')
  await expect(own.input).toBeFocused()
  await expect(own.input).toHaveAccessibleDescription(`We’ll send it to ${contact}.`)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(own.input).toHaveAccessibleDescription('Verification code sent')
  await own.input.fill(await codeTo(url, contact))
}

test('a new nickname is in the header at once and in another tab, and back closes the profile', async ({
  browser,
  server,
}) => {
  const page = await pageOf(browser, server.url, await signIn(server.url, newEmail()))
  const other = await page.context().newPage()
  await other.goto(server.url)
  await page.goto(server.url)
  await page.getByRole('link', { name: /, your profile$/ }).click()
  await page.getByRole('tab', { name: 'Nickname' }).click()
  await expect(page).toHaveURL(`${server.url}/?modal=profile&tab=nickname`)

  const nickname = field(page, 'Nickname')
  await nickname.input.fill('')
  await nickname.error('Please enter nickname')
  await nickname.input.fill('N')
  await nickname.error('Nickname must be at least 2 characters')
  await nickname.input.fill('No\u202eva')
  await nickname.error('Nickname contains characters that are not allowed')
  await nickname.input.fill('  Ｎｏｖａ ')
  await nickname.input.press('Enter')
  await expectNote(page, 'Nickname updated')
  await expect(nickname.input).toHaveValue('Nova')
  await expect(page.locator('header a[aria-label="Nova, your profile"]')).toBeAttached()
  await expect(other.getByRole('link', { name: 'Nova, your profile' })).toBeVisible()

  await page.goBack()
  await expect(profile(page)).toBeHidden()
  await expect(page).toHaveURL(`${server.url}/`)
  await page.context().close()
})

test('the display currency is chosen in its dialog, and the account follows', async ({ browser, server }) => {
  const page = await pageOf(browser, server.url, await signIn(server.url, newEmail()))
  await openTab(page, server.url, 'nickname')
  await expect(rowOf(page, 'Currency')).toContainText('CNY')
  await rowOf(page, 'Currency').getByRole('button').click()
  const dialog = page.getByRole('dialog', { name: 'Currency' })
  await expect(dialog.getByRole('button', { name: /CNY/ })).toHaveAttribute('aria-pressed', 'true')
  await dialog.getByRole('button', { name: /US dollar/ }).click()
  await expectNote(page, 'Currency updated')
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'Currency')).toContainText('USD')
  await page.reload()
  await expect(rowOf(page, 'Currency')).toContainText('USD')
  await page.context().close()
})

/** A JPEG whose left half is red and whose right half is blue, and which says that it lies on its left side. */
const lyingPicture = async (page: Page): Promise<Buffer> => {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 300
    canvas.height = 300
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = 'red'
    context.fillRect(0, 0, 150, 300)
    context.fillStyle = 'blue'
    context.fillRect(150, 0, 150, 300)
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
  })
  const jpeg = Buffer.from(base64, 'base64')
  // One TIFF entry: orientation (0x0112), a short, 6: to be turned a quarter to the right.
  const tiff = '4d4d002a00000008000101120003000000010006000000000000'
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), Buffer.from(tiff, 'hex')])
  const marker = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), marker, exif, jpeg.subarray(2)])
}

/** The colors of a picture above and below its middle. */
const colorsOf = (page: Page, address: string): Promise<string[]> =>
  page.evaluate(async (src) => {
    const image = new Image()
    image.src = src
    await image.decode()
    const context = document.createElement('canvas').getContext('2d')
    if (!context) throw new Error('no canvas')
    context.drawImage(image, 0, 0, 100, 100)
    return [20, 80].map((y) => {
      const [red = 0, , blue = 0] = context.getImageData(50, y, 1, 1).data
      return red > blue ? 'red' : 'blue'
    })
  }, address)

test('an avatar is chosen, or uploaded upright after it was cropped by keys; no other file is', {
  tag: '@long',
}, async ({ browser, server }) => {
  const page = await pageOf(browser, server.url, await signIn(server.url, newEmail()))
  await openTab(page, server.url, 'avatar')
  for (const name of ['Owl', 'Frog']) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true')
  }
  await expectNote(page, 'Avatar updated')

  const upload = page.locator('input[type=file]')
  const png = Buffer.from('89504e470d0a1a0a', 'hex')
  const choose = (buffer: Buffer, mimeType = 'image/png') =>
    upload.setInputFiles({ name: 'picture.png', mimeType, buffer })
  await choose(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('Invalid image format, please select JPG, PNG or GIF format')
  await choose(Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]))
  await expect(alert).toHaveText('Image file is too large, please select an image smaller than 5MB')
  await choose(png)
  await expect(alert).toHaveText('Invalid image format, please select JPG, PNG or GIF format')

  await choose(await lyingPicture(page), 'image/jpeg')
  const crop = page.getByRole('dialog', { name: 'Crop your picture' })
  const placeOf = () => crop.locator('img').getAttribute('style')
  await crop.getByRole('slider', { name: 'Zoom' }).press('End')
  await crop.getByRole('slider', { name: 'Zoom' }).press('Home')
  await crop.getByRole('slider', { name: 'Zoom' }).press('ArrowRight')
  const before = await placeOf()
  await crop.getByRole('application').press('ArrowRight')
  await expect.poll(placeOf).not.toBe(before)

  // One that never arrives can be given up.
  await page.route('**/api/user/upload', () => undefined)
  await crop.getByRole('button', { name: 'Use this picture' }).click()
  await expect(crop.getByRole('progressbar')).toBeVisible()
  await crop.getByRole('button', { name: 'Cancel' }).click()
  await page.unroute('**/api/user/upload')
  await crop.getByRole('button', { name: 'Use this picture' }).click()
  await expect(crop).toBeHidden()
  await expectNote(page, 'Avatar uploaded')
  await expect(page.getByRole('button', { name: 'Your picture' })).toHaveAttribute('aria-pressed', 'true')
  const address = (await page.locator('header a img').getAttribute('src')) ?? ''
  expect(address).toMatch(/^\/api\/user\/avatar\/[0-9a-f-]{36}\?/)
  expect(await colorsOf(page, address)).toEqual(['red', 'blue'])
  await page.context().close()
})

test('phone and email change by the code sent to the new one, and codes go to either then', {
  tag: '@long',
}, async ({ browser, server }) => {
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
  await page.getByRole('combobox', { name: 'Search countries' }).fill('malay')
  await page.getByRole('option', { name: 'Malaysia' }).click()
  await expect(page.getByRole('textbox', { name: 'Dial code' })).toHaveValue('+60')
  await phone.input.fill(national)
  await page.getByRole('button', { name: 'Send code' }).click()
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
  await expect(dialog.getByRole('alert')).toHaveText('This contact is too new to confirm changes')
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
  await expect(form.getByText(/^Locked after too many wrong tries\. Unlocks /)).toBeVisible()
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
