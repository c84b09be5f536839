import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { post, register, setPassword, signInByCode } from '../harness/accounts.ts'
import {
  expect,
  makeMove,
  openable,
  playToTheEnd,
  playTrialToOwnTurn,
  result,
  test,
} from '../harness/browser.ts'

const password = 'giant hazel 7'
const newEmail = () => `${randomBytes(6).toString('hex')}@home.example`
const deviceOf = (page: Page): Promise<string> => page.evaluate(() => localStorage.getItem('device_id') ?? '')

/**
 * As whom a page speaks over its live connection: what its last handshake or change of player asked for. A page that a
 * busy machine kept waiting may have connected again, which is as good.
 */
const speakerOf = (page: Page) => {
  let speaker: 'no-one' | 'guest' | 'account' = 'no-one'
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const text = String(payload)
      if (text.startsWith('40{') || text.includes('["session.use",'))
        speaker = /"token":"/.test(text) ? 'account' : 'guest'
    }),
  )
  return () => speaker
}

const profileLink = (page: Page) => page.getByRole('link', { name: /profile/i })

test('a guest in a trial signs in, in another tab, to an account that exists, and the trial goes on', {
  tag: '@long',
}, async ({ page, context, server, problems }) => {
  const contact = newEmail()
  await register(server.url, { contact, deviceId: randomBytes(16).toString('hex'), password })
  const speaker = speakerOf(page)
  await playTrialToOwnTurn(page, server.url)
  expect(speaker()).toBe('guest')

  const other = await context.newPage()
  await other.goto(`${server.url}/login`)
  const modal = other.getByRole('dialog', { name: 'Log in or register' })
  await modal.getByRole('tab', { name: 'Password' }).click()
  await modal.getByLabel('Phone or email').fill(contact)
  await modal.locator('input[name=password]').fill(password)
  await modal.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(profileLink(other)).toBeVisible()

  await expect.poll(speaker).toBe('account')
  await expect(openable(page).first()).toBeVisible()
  await makeMove(page)
  await playToTheEnd(page)
  await expect(result(page)).toBeVisible()
  // The seat was the guest's: no rematch follows on it for the account.
  await expect(result(page).getByRole('button', { name: 'Leave' })).toBeVisible()
  await expect(result(page).getByRole('button', { name: /^Rematch/ })).toHaveCount(0)

  // Signed out there, this tab is the guest again.
  await other.evaluate(() => {
    localStorage.removeItem('auth_token')
    localStorage.removeItem('user_info')
  })
  await expect.poll(speaker).toBe('guest')
  expect(problems).toEqual([])
})

test('a seat survives signing in and a reload', { tag: '@long' }, async ({ page, server, problems }) => {
  const contact = newEmail()
  await register(server.url, { contact, deviceId: randomBytes(16).toString('hex'), password })
  await playTrialToOwnTurn(page, server.url)
  const login = { username: contact, type: 3, device_id: await deviceOf(page), password }
  const { data } = await post(server.url, 'index/login', login)
  await page.evaluate((user) => {
    const { token } = user as { token: string }
    localStorage.setItem('user_info', JSON.stringify(user))
    localStorage.setItem('auth_token', token)
  }, data)
  const speaker = speakerOf(page)
  await page.reload()
  await expect.poll(speaker).toBe('account')
  await expect(openable(page).first()).toBeVisible()
  await makeMove(page)
  await playToTheEnd(page)
  // Only guests are shown what an account opens.
  await result(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(`${server.url}/`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Play for coins' })).toBeVisible()
  expect(problems).toEqual([])
})

test('a session that another device ends by a new password is reported at once, and the guest is back', async ({
  page,
  server,
}) => {
  const contact = newEmail()
  await page.goto(server.url)
  await expect.poll(() => deviceOf(page)).toMatch(/^[0-9a-f]{32}$/)
  const mine = await signInByCode(server.url, { contact, deviceId: await deviceOf(page) })
  const speaker = speakerOf(page)
  await page.evaluate((user) => {
    localStorage.setItem('user_info', JSON.stringify(user))
    localStorage.setItem('auth_token', user.token)
  }, mine)
  await page.reload()
  await expect(profileLink(page)).toBeVisible()
  await expect.poll(speaker).toBe('account')

  const deviceId = randomBytes(16).toString('hex')
  const { token } = await signInByCode(server.url, { contact, deviceId })
  await setPassword(server.url, { contact, token }, password)
  await expect(page).toHaveURL(`${server.url}/login`)
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()
  await expect.poll(speaker).toBe('guest')
})
