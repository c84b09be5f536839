import { randomBytes } from 'node:crypto'
import type { Browser, Page, Route } from '@playwright/test'
import { z } from 'zod'
import { bearer, get, post, posted, register, signInByCode } from '../harness/accounts.ts'
import { expect, goWithin, holdBack, test } from '../harness/browser.ts'
import { expectNote, keepNotes, notesOf } from '../harness/notes.ts'
import type { Server } from '../harness/server.ts'
import { browserWith, signedInPage, signInBeside } from '../harness/signed-in.ts'

const password = 'giant hazel 7'

const signedInSchema = z.looseObject({ token: z.string(), nickname: z.string() })
type SignedIn = z.infer<typeof signedInSchema>

/** A player with an account, signed in somewhere. */
const newPlayer = async (url: string) => {
  const contact = `${randomBytes(6).toString('hex')}@home.example`
  const deviceId = randomBytes(16).toString('hex')
  await register(url, { contact, deviceId, password })
  const signIn = async () => {
    const login = { username: contact, type: 3, device_id: deviceId, password }
    return signedInSchema.parse(await posted(url, 'index/login', login))
  }
  return { contact, signIn }
}

type StoredKeys = { auth_token: string | null; user_info: string | null }
const kept = (page: Page): Promise<StoredKeys> =>
  page.evaluate(() => ({
    auth_token: localStorage.getItem('auth_token'),
    user_info: localStorage.getItem('user_info'),
  }))

/** A browser in which this player has signed in. */
const browserOf = async (browser: Browser, url: string, signedIn: SignedIn) =>
  browserWith(browser, url, { auth_token: signedIn.token, user_info: JSON.stringify(signedIn) })

/** A browser where Mai is signed in, and Kenji, who signs in next. */
const maiAndKenji = async (browser: Browser, url: string) => {
  const [mai, kenji] = [await newPlayer(url), await newPlayer(url)]
  const [first, next] = [await mai.signIn(), await kenji.signIn()]
  return { context: await browserOf(browser, url, first), kenji, first, next }
}

const profileLink = (page: Page, name: string) => page.getByRole('link', { name: `${name}, your profile` })
const loginLink = (page: Page) => page.getByRole('banner').getByText('Log in')

/** Lets half an hour pass for every session, which makes their tokens expire. */
const expireTokens = (server: Server) =>
  server.change((db) => db.query("update session set issued_at = issued_at - interval '31 minutes'"))

/** Comes back with a token that is none: the server answers 401, which is said at the login. */
const expectRefused = async (page: Page, url: string, note: string) => {
  // Away from the pages: one that runs would find out first, and be gone with what it says.
  await page.goto(`${url}/config.json`)
  await page.evaluate(() => {
    localStorage.setItem('user_info', JSON.stringify({ id: '7', username: 'anna' }))
    localStorage.setItem('auth_token', 'no token')
  })
  await page.goto(`${url}/terms`)
  await expectNote(page, note)
  await expect(page).toHaveURL(`${url}/login`)
  expect(await kept(page)).toEqual({ auth_token: null, user_info: null })
}

test('a stored session is restored before the server has said a word, and again at a reload', async ({
  browser,
  server,
}) => {
  const { signIn } = await newPlayer(server.url)
  const signedIn = await signIn()
  const context = await browserOf(browser, server.url, { ...signedIn, nickname: 'From storage' })
  const page = await context.newPage()
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.route('**/api/user/**', async (route) => {
    await opened
    await route.continue()
  })
  await page.goto(`${server.url}/login`)
  await expect(profileLink(page, 'From storage')).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/`)
  open()
  await expect(profileLink(page, signedIn.nickname)).toBeVisible()
  // A player’s Home leads to a table for coins first, here the first that bonus coins can pay for.
  await expect(page.getByRole('link', { name: 'Play for coins' })).toHaveAttribute(
    'href',
    /^\/game\/mines-(?!trial)/,
  )
  await expect(page.getByRole('link', { name: 'Play a trial', exact: true })).toBeVisible()
  await page.reload()
  await expect(profileLink(page, signedIn.nickname)).toBeVisible()
  // Nothing was pressed: the page begins as the browser has it.
  await expect(page.locator('body')).toBeFocused()
  expect((await kept(page)).auth_token).toBe(signedIn.token)
  await context.close()
})

test('a stored user that cannot be read is cleared with its token, and nothing else is', {
  tag: '@long',
}, async ({ browser, server }) => {
  const others = {
    locale: 'en-US',
    currentTheme: 'ocean',
    device_id: '0'.repeat(32),
    user_analytics_backup: '[]',
  }
  const context = await browserWith(browser, server.url, {
    ...others,
    auth_token: 'a-token',
    user_info: '{"id":"7","nickn',
  })
  const page = await context.newPage()
  await page.goto(server.url)
  await expect.poll(() => kept(page)).toEqual({ auth_token: null, user_info: null })
  await expect(loginLink(page)).toBeVisible()
  expect(await page.evaluate(() => ({ ...localStorage }))).toMatchObject(others)
  await context.close()
})

test('a second tab signs in and out, and the first follows', async ({ browser, server }) => {
  const { signIn } = await newPlayer(server.url)
  const signedIn = await signIn()
  const context = await browserWith(browser, server.url, {})
  const [first, second] = [await context.newPage(), await context.newPage()]
  await first.goto(`${server.url}/login`)
  await second.goto(`${server.url}/terms`)
  await expect(loginLink(second)).toBeVisible()
  await second.evaluate((user) => {
    localStorage.setItem('user_info', JSON.stringify(user))
    localStorage.setItem('auth_token', user.token)
  }, signedIn)
  await expect(profileLink(first, signedIn.nickname)).toBeVisible()
  await expect(first).toHaveURL(`${server.url}/`)
  await keepNotes(second)
  await second.reload()
  await profileLink(second, signedIn.nickname).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).first().click()
  await expectNote(second, 'Signed out')
  await expect(loginLink(first)).toBeVisible()
  expect(await kept(first)).toEqual({ auth_token: null, user_info: null })
  // It would find out first, and say so.
  await first.close()
  await expectRefused(second, server.url, 'Couldn’t verify your login. Please log in again')
  // The server was notified: the token is worth nothing to anyone.
  const bearer = { headers: { authorization: `Bearer ${signedIn.token}` } }
  await expect
    .poll(async () => (await post(server.url, 'user/nickname', { nickname: 'Thief' }, bearer)).code)
    .toBe(1501)
  await context.close()
})

test('a tab at a table takes no seat for the account that signs in beside it', async ({
  browser,
  server,
}) => {
  const { context, kenji, next } = await maiAndKenji(browser, server.url)
  const [table, beside] = [await context.newPage(), await context.newPage()]
  const asked: string[] = []
  table.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => asked.push(/\["([\w.]+)"/.exec(String(payload))?.[1] ?? '')),
  )
  await table.goto(`${server.url}/game/mines-duel?stake=10&asset=promo`)
  await table.getByRole('button', { name: 'Join for 10 bonus coins' }).click()
  await expect(table.getByText('You’re in.', { exact: false })).toBeVisible()

  await beside.goto(`${server.url}/?modal=profile`)
  await beside.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).first().click()
  const join = table.getByRole('button', { name: 'Join for 10 bonus coins' })
  await expect(join).toBeVisible()
  await beside.goto(`${server.url}/login`)
  const login = beside.getByRole('dialog', { name: 'Log in or register' })
  await login.getByRole('tab', { name: 'Password' }).click()
  await login.getByLabel('Phone or email').fill(kenji.contact)
  await login.locator('input[name=password]').fill(password)
  await login.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(profileLink(beside, next.nickname)).toBeVisible()
  await expect.poll(() => asked.slice(asked.lastIndexOf('session.use'))).toContain('match.follow')
  await expect(join).not.toHaveAttribute('aria-busy')
  expect(asked.filter((name) => name === 'lobby.find')).toHaveLength(1)
  const { data } = await get(server.url, 'user/getBalance', bearer(next.token))
  expect(data).toMatchObject({ held: { promo: '0' } })
  await context.close()
})

test('what one account has typed is gone when another begins in a tab that slept', async ({
  browser,
  server,
}) => {
  const { context, first, next } = await maiAndKenji(browser, server.url)
  const page = await context.newPage()
  await page.goto(`${server.url}/?modal=profile&tab=nickname`)
  const nickname = page.getByRole('textbox', { name: 'Nickname' })
  await nickname.fill('Typed by Mai')
  await signInBeside(page, server.url, next.token)
  await expect(nickname).toHaveValue(next.nickname)

  await test.step('so is what it wrote in a report, which is there when it is back', async () => {
    await goWithin(page, '/?modal=settings')
    await page.getByRole('button', { name: 'Report', exact: true }).click()
    const text = page.getByRole('textbox', { name: 'What happened?' })
    await text.fill('Written by Kenji')
    await signInBeside(page, server.url, first.token)
    await expect(text).toHaveValue('')
    await text.fill('Written by Mai')
    await signInBeside(page, server.url, next.token)
    await expect(text).toHaveValue('Written by Kenji')
  })
  await context.close()
})

test('an expired token is renewed once and unseen, also when the answer is lost; a revoked one ends at the login', async ({
  browser,
  ownServer,
}) => {
  const server = await ownServer({ NOTICE_LANGUAGE: 'documented' })
  const { contact, signIn } = await newPlayer(server.url)
  const [racing, losing] = [await signIn(), await signIn()]
  await expireTokens(server)

  await test.step('two tabs race', async () => {
    const context = await browserOf(browser, server.url, racing)
    let refreshes = 0
    context.on('request', (request) => {
      if (request.url().endsWith('/api/user/refreshToken')) refreshes += 1
    })
    const [first, second] = [await context.newPage(), await context.newPage()]
    // Both have asked with the old token before either is answered.
    const arrived = new Set<Page>()
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    const served = [first, second].map(async (page) => {
      await page.route('**/api/user/get*', async (route) => {
        arrived.add(page)
        if (arrived.size === 2) open()
        await opened
        await route.continue()
      })
      return page.waitForResponse(
        async (response) =>
          response.url().endsWith('/api/user/getUserInfo') && (await response.json()).code === 200,
      )
    })
    await Promise.all([keepNotes(first), keepNotes(second)])
    await Promise.all([first.goto(`${server.url}/terms`), second.goto(`${server.url}/terms`)])
    await Promise.all(served)
    expect(refreshes).toBe(1)
    for (const page of [first, second]) {
      await expect(profileLink(page, racing.nickname)).toBeVisible()
      await expect(page).toHaveURL(`${server.url}/terms`)
      expect(await notesOf(page)).toEqual([])
    }
    const { auth_token } = await kept(first)
    expect(auth_token).not.toBe(racing.token)
    await context.close()
  })

  const context = await browserOf(browser, server.url, losing)
  const page = await context.newPage()
  await keepNotes(page)
  await page.clock.install()

  await test.step('an answer that is lost signs no one out', async () => {
    let lost = 0
    const lose = async (route: Route) => {
      // The server has given the next token, and the page never hears of it.
      await route.fetch()
      await route.abort()
      lost += 1
    }
    await page.route('**/api/user/refreshToken', lose, { times: 1 })
    await page.goto(`${server.url}/terms`)
    await expect.poll(() => lost).toBe(1)
    // It asks again in its own time, every ten seconds.
    await page.clock.fastForward(10_000)
    await expect.poll(async () => (await kept(page)).auth_token).not.toBe(losing.token)
    await expect(profileLink(page, losing.nickname)).toBeVisible()
    await expect(page).toHaveURL(`${server.url}/terms`)
    expect(await notesOf(page)).toEqual([])
  })

  await test.step('a token that is revoked ends in the documented notice at the login', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Games' }).click()
    await expect(page).toHaveURL(`${server.url}/games`)
    const { token } = await signIn()
    await posted(server.url, 'user/signouteverywhere', {}, { headers: { authorization: `Bearer ${token}` } })
    await expect(page).toHaveURL(`${server.url}/login`)
    await expectNote(page, '登录已失效，请重新登录')
    expect(await kept(page)).toEqual({ auth_token: null, user_info: null })
  })

  await test.step('the next login leads back, with the documented notice', async () => {
    const login = page.getByRole('dialog', { name: 'Log in or register' })
    await login.getByLabel('Phone or email').fill('no-one')
    await login.getByLabel('Phone or email').blur()
    await expect(login.getByText('Please enter a valid phone number or email.')).toBeVisible()
    await login.getByRole('tab', { name: 'Password' }).click()
    await login.getByLabel('Phone or email').fill(contact)
    await login.locator('input[name=password]').fill(password)
    await login.getByRole('button', { name: 'Log in', exact: true }).click()
    await expectNote(page, '登录成功')
    await expect(page).toHaveURL(`${server.url}/games`)
  })

  await test.step('a token that is none ends in the documented notice at the login', () =>
    expectRefused(page, server.url, '身份验证失败，请重新登录'))
  await context.close()
})

test('a player who is signed in may join before the connection has said who they are', async ({
  browser,
  server,
}) => {
  const contact = `${randomBytes(6).toString('hex')}@home.example`
  const { token } = await signInByCode(server.url, { contact, deviceId: randomBytes(16).toString('hex') })
  const page = await signedInPage(browser, server.url, token)
  await holdBack(page)
  await page.goto(`${server.url}/games`)
  await expect(page.getByRole('heading', { name: 'Duel', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Private table, Duel' }).click()
  await expect(page.getByRole('dialog', { name: /^Private table/ })).toBeVisible()
  await page.context().close()
})
