import { randomBytes } from 'node:crypto'
import { bearer, codeTo, post, sayAdult, signInByCode } from '../harness/accounts.ts'
import { expectNoAxeViolations } from '../harness/axe.ts'
import { board, expect, goWithin, type PlayerOf, phone, test, turnTimer } from '../harness/browser.ts'
import type { Server } from '../harness/server.ts'
import { keptSession, signedInPage, signInPage } from '../harness/signed-in.ts'

const newEmail = () => `${randomBytes(6).toString('hex')}@home.example`
const queue = { gameId: 'mines-duel', stake: '100', asset: 'promo' } as const

test.use(phone)

const newToken = async ({ url }: Server) =>
  (await signInByCode(url, { contact: newEmail(), deviceId: randomBytes(16).toString('hex') })).token

/** The link to a private table that someone else opened, who has not sat down yet. */
const hosted = async (server: Server, playerOf: PlayerOf) => {
  const host = await playerOf(server.url, await newToken(server))
  const { data } = await host.ask('lobby.host', queue)
  return `${server.url}/game/${queue.gameId}?match=${data?.matchId}`
}

test('a guest with the link logs in at the table and sits down there', async ({
  page,
  server,
  playerOf,
  problems,
}) => {
  const link = await hosted(server, playerOf)
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

/** What makes the tab hidden, or seen again, for its page. */
const turnTab = (visibilityState: DocumentVisibilityState) => {
  Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

test('a keyboard keeps its place as its player sits down, asks for notifications, the match starts, and a lost connection is back', async ({
  page,
  browser,
  server,
  playerOf,
}) => {
  const link = await hosted(server, playerOf)
  await signInPage(page, server.url, await newToken(server))
  await page.addInitScript(() => {
    let permission: NotificationPermission = 'default'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = async () => {
      permission = 'granted'
      return permission
    }
  })
  await page.goto(link)
  const gathering = page.getByRole('region', { name: 'Waiting for players' })
  const join = page.getByRole('button', { name: 'Join for 100 bonus coins' })
  // A key waits for nothing, and at first the button takes none.
  await expect(join).toBeEnabled()
  await join.press('Enter')
  await expect(page.getByText('You’re in.', { exact: false })).toBeVisible()
  await expect(gathering).toBeFocused()

  await page.evaluate(turnTab, 'hidden' as const)
  await page.evaluate(turnTab, 'visible' as const)
  const accept = page.getByRole('button', { name: 'Notify me' })
  await accept.press('Enter')
  await expect(accept).toHaveCount(0)
  await expect(gathering).toBeFocused()

  const other = await signedInPage(browser, server.url, await newToken(server), phone)
  await other.goto(link)
  await other.getByRole('button', { name: 'Join for 100 bonus coins' }).click()
  await expect(gathering).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(board(page).locator(':focus')).toHaveCount(1)

  await expect(async () => {
    expect((await turnTimer(page).isVisible()) || (await turnTimer(other).isVisible())).toBe(true)
  }).toPass()
  // A lost connection is a line above the board for the one whose turn it is not.
  const waiting = (await turnTimer(page).isVisible()) ? other : page
  await waiting.context().setOffline(true)
  const retry = waiting.getByRole('main').getByRole('button', { name: 'Try now' })
  await retry.press('Enter')
  await waiting.context().setOffline(false)
  await expect(retry).toHaveCount(0)
  await waiting.keyboard.press('Tab')
  await expect(board(waiting).locator(':focus')).toHaveCount(1)
  await other.context().close()
})

test('a seat’s question for a login does not come back when that login ends', async ({
  page,
  context,
  server,
  playerOf,
}) => {
  const link = await hosted(server, playerOf)
  const kept = await keptSession(server.url, await newToken(server))
  /** The page has heard of the end of the session, and says so. */
  const spokeAsGuest = new Promise<void>((resolve) => {
    const isSaid = (text: string) => text.includes('["session.use",') && !text.includes('"token":"')
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => isSaid(String(payload)) && resolve()),
    )
  })
  await page.goto(link)
  await page.getByRole('button', { name: 'Join for 100 bonus coins' }).click()
  const asks = page.getByRole('dialog', { name: 'Log in to join' })
  await expect(asks).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${server.url}/readyz`)
  await other.evaluate((items) => {
    for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value)
  }, kept)
  await expect(asks).toBeHidden()
  await other.evaluate(() => {
    for (const name of ['user_info', 'auth_token']) localStorage.removeItem(name)
  })
  await spokeAsGuest
  await expect(asks).toBeHidden()
})

test('who signs out without a network is shown no seat, and the session ends once the network is back', async ({
  page,
  server,
  playerOf,
}) => {
  const link = await hosted(server, playerOf)
  const token = await newToken(server)
  await signInPage(page, server.url, token)
  await page.goto(link)
  await page.getByRole('button', { name: 'Join for 100 bonus coins' }).click()
  await expect(page.getByText('You’re in.', { exact: false })).toBeVisible()
  await goWithin(page, '/?modal=profile')
  const signOut = page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).first()
  await expect(signOut).toBeVisible()
  await page.context().setOffline(true)
  await signOut.click()
  await expect(page.getByRole('banner').getByText('Log in')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Play a trial' }).first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()
  await page.context().setOffline(false)
  await expect
    .poll(
      async () =>
        (await post(server.url, 'user/nickname', { nickname: 'Thief' }, { headers: bearer(token) })).code,
    )
    .toBe(1501)
})
