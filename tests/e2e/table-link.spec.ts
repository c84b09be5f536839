import { randomBytes } from 'node:crypto'
import { codeTo, sayAdult, signInByCode } from '../harness/accounts.ts'
import { expectNoAxeViolations } from '../harness/axe.ts'
import { expect, phone, test } from '../harness/browser.ts'

const newEmail = () => `${randomBytes(6).toString('hex')}@home.example`
const queue = { gameId: 'mines-duel', stake: '100', asset: 'promo' } as const

test.use(phone)

test('a guest with the link logs in at the table and sits down there', async ({
  page,
  server,
  playerOf,
  problems,
}) => {
  const deviceId = randomBytes(16).toString('hex')
  const { token } = await signInByCode(server.url, { contact: newEmail(), deviceId })
  const { data } = await (await playerOf(server.url, token)).ask('lobby.host', queue)
  const link = `${server.url}/game/${queue.gameId}?match=${data?.matchId}`
  /** What the page says to the server waits while there is a list. */
  let waiting: (() => void)[] | null = null
  await page.routeWebSocket(/\/socket\.io\//, (near) => {
    const far = near.connectToServer()
    near.onMessage((message) => {
      if (waiting) waiting.push(() => far.send(message))
      else far.send(message)
    })
  })
  await page.goto(link)
  const sit = page.getByRole('button', { name: 'Join for 100 bonus coins' })
  await expect(sit).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Private table' })).toBeVisible()
  await expect(page.getByText('Waiting for 2 more players.')).toBeVisible()
  await expect(page.getByLabel('Table link')).toHaveValue(link)
  await expectNoAxeViolations(page)

  await sit.click()
  const asks = page.getByRole('dialog', { name: 'Log in to join' })
  await asks.getByRole('button', { name: 'Log in or register' }).click()
  const login = page.getByRole('dialog', { name: 'Log in or register' })
  const contact = newEmail()
  await login.getByLabel('Phone or email').fill(contact)
  await login.getByRole('button', { name: 'Send code' }).click()
  await expect(login.getByText(/Resend in/)).toBeVisible()
  await login.getByLabel('Verification code').fill(await codeTo(server.url, contact))
  const held: (() => void)[] = []
  waiting = held
  await login.getByRole('button', { name: 'Log in or register' }).click()
  await expect(login).toBeHidden()
  // The connection is still the guest's: a press now would ask for a login once more.
  await expect(sit).toHaveAttribute('aria-busy', 'true')
  await expect(asks).toBeHidden()
  /** What the button said of itself from here on: once it waits for nothing more, it stays so. */
  const turns = await sit.evaluateHandle((button) => {
    const said: (string | null)[] = []
    new MutationObserver(() => said.push(button.getAttribute('aria-busy'))).observe(button, {
      attributeFilter: ['aria-busy'],
    })
    return said
  })
  waiting = null
  for (const send of held) send()
  await sayAdult(server.url, (await page.evaluate(() => localStorage.getItem('auth_token'))) ?? '')

  await expect(page).toHaveURL(link)
  await expect(sit).not.toHaveAttribute('aria-busy')
  expect(await turns.jsonValue()).toEqual([null])
  await sit.click()
  await expect(page.getByText('You’re in. We’re holding 100 bonus coins until play starts.')).toBeVisible()
  await expect(page.getByText('Waiting for 1 more player.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('You’re in.', { exact: false })).toBeVisible()
  expect(problems).toEqual([])
})
