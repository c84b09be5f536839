import { randomBytes } from 'node:crypto'
import { envelopeSchema } from '@minefall/shared/contracts'
import { deskProposalSchema } from '@minefall/shared/contracts/desk'
import type { OrderDetail } from '@minefall/shared/contracts/rest'
import type { Browser, Locator, Page, Route } from '@playwright/test'
import { bearer, post, posted, signInByCode } from '../harness/accounts.ts'
import { axeViolations, expectNoAxeViolations } from '../harness/axe.ts'
import { expect, goWithin, playTrialToOwnTurn, test } from '../harness/browser.ts'
import { atDesk, guestRow, houseOfFile, openPage } from '../harness/desk-house.ts'
import { contrastFaults } from '../harness/looking.ts'
import { network } from '../harness/network.ts'
import { expectNote, keepNotes } from '../harness/notes.ts'
import { paidDeposit } from '../harness/paid-deposit.ts'
import type { Server } from '../harness/server.ts'
import { signedInPage } from '../harness/signed-in.ts'
import { expectWidgetThere } from '../harness/support-widget.ts'
import { pressUnanswered } from '../harness/unanswered.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

const house = houseOfFile()
const deskProposalAnswer = envelopeSchema(deskProposalSchema)

type Player = { id: string; token: string }

const newPlayer = ({ url }: Server, contact = `${hex(6)}@home.example`): Promise<Player> =>
  signInByCode(url, { contact, deviceId: hex(16) })

const desktop = { viewport: { width: 1440, height: 900 } }

/** A page that is small: the header and the chat are the same on all of them. */
const somewhere = ({ url }: Server) => `${url}/verify`

/** The player's page, in its own browser. */
const atHome = async (browser: Browser, server: Server, { token }: Player): Promise<Page> => {
  const page = await signedInPage(browser, server.url, token, desktop)
  await page.goto(somewhere(server))
  return page
}

/** What the session of a desk may do beside its page: the code that a call is answered with. */
const codeOfCall = async (desk: Page, { url }: Server, path: string, body: object): Promise<number> => {
  const kept = await desk.evaluate(() => sessionStorage.getItem('desk-session'))
  const { token } = JSON.parse(kept ?? '{}') as { token: string }
  return (await post(url, `desk/${path}`, body, { headers: bearer(token) })).code
}

const chat = (home: Page): Locator => home.getByRole('dialog', { name: 'Support' })
const writeToSupport = async (home: Page, text: string) => {
  await expectWidgetThere(home)
  await home
    .getByRole('banner')
    .getByRole('button', { name: /^Support/ })
    .click()
  const field = chat(home).getByRole('textbox', { name: 'Write a message' })
  await field.fill(text)
  await field.press('Enter')
  await expect(chat(home).getByRole('log')).toContainText('Sent')
}

const decision = (desk: Page): Locator => desk.getByRole('region', { name: 'Decision' })
const queued = (desk: Page, { number }: OrderDetail): Locator =>
  desk.getByRole('region', { name: 'Queue' }).getByRole('button', { name: number })
const openOrder = async (desk: Page, order: OrderDetail) => {
  await queued(desk, order).click()
  await expect(decision(desk)).toContainText(order.number)
}

test('finance approves a deposit that came while the desk was open, and the player’s balance moves on screen', async ({
  browser,
  problems,
}) => {
  const { server, finance } = house()
  const player = await newPlayer(server)
  const home = await atHome(browser, server, player)
  const balance = home.locator('header a', { hasText: 'Your wallet' })
  await expect(balance).toBeVisible()
  const at = await atDesk(browser, server, finance)
  const { desk } = at
  await expect(desk.getByText('No orders to review')).toBeVisible()

  const order = await paidDeposit(server.url, player, '1234')
  await openOrder(desk, order)
  await expect(desk.getByRole('link', { name: 'Deposits, 1 waiting' })).toBeVisible()
  await expect(desk.getByRole('img', { name: /proof of the payment, 1 of 1/ })).toBeVisible()
  await expect(decision(desk)).toContainText('Live')
  await expectNoAxeViolations(desk)
  await expect(balance).not.toContainText('1,234 coins')

  await desk.keyboard.press('t')
  await decision(desk).getByRole('button', { name: 'Approve' }).click()
  const dialog = desk.getByRole('dialog')
  await expect(dialog).toContainText('1,234 coins are credited')
  await dialog.getByLabel('Reference of the payment').fill('x')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog.getByRole('alert')).toContainText('3 to 100')
  await dialog.getByLabel('Reference of the payment').fill(`pay-${hex(6)}`)
  await dialog.getByRole('button', { name: 'Approve' }).click()

  await expect(balance).toContainText('1,234 coins')
  await expect(decision(desk)).toContainText('Completed')
  await expect(desk.getByText('No orders to review')).toBeVisible()
  await expect(desk.getByRole('link', { name: 'Deposits', exact: true })).toBeVisible()
  expect([...at.problems, ...problems]).toEqual([])
  await at.close()
  await home.context().close()
})

test('no one decides about their own order', { tag: '@long' }, async ({ browser }) => {
  const { server, owner } = house()
  const own = await paidDeposit(server.url, await newPlayer(server, owner.email), '500')
  const { desk, close } = await atDesk(browser, server, owner)
  await openOrder(desk, own)
  await expect(decision(desk)).toContainText('This account is your own')
  await expect(decision(desk)).toContainText('It waits for')
  await expect(decision(desk).getByRole('button', { name: 'Start review' })).toHaveCount(0)
  expect(await codeOfCall(desk, server, `orders/${own.id}/take`, {})).toBe(1607)
  expect(await codeOfCall(desk, server, `orders/${own.id}/approve`, { reference: 'mine' })).toBe(1607)
  await expect(decision(desk)).toContainText('Paid')
  await close()
})

test('support looks at orders and decides about none', { tag: '@long' }, async ({ browser }) => {
  const { server, support } = house()
  const order = await paidDeposit(server.url, await newPlayer(server), '700')
  const { desk, close } = await atDesk(browser, server, support)
  await openOrder(desk, order)
  await expect(decision(desk)).toContainText('Your role can view orders. Finance decides.')
  for (const name of ['Start review', 'Approve', 'Reject'])
    await expect(desk.getByRole('button', { name })).toHaveCount(0)
  await desk.keyboard.press('t')
  for (const [what, body] of [
    ['take', {}],
    ['approve', { reference: 'a payment' }],
    ['reject', { reason: 'Not this one' }],
  ] as const)
    expect(await codeOfCall(desk, server, `orders/${order.id}/${what}`, body)).toBe(1403)
  await expect(decision(desk)).toContainText('Paid')
  await close()
})

test('a rate changes when a second admin confirms it, and the admin who proposed it can’t', async ({
  browser,
}) => {
  const { server, proposer, confirmer } = house()
  const proposing = await atDesk(browser, server, proposer, keepNotes)
  const confirming = await atDesk(browser, server, confirmer, keepNotes)
  const [mine, theirs] = [proposing.desk, confirming.desk]
  const openTab = async (desk: Page, name: string) => {
    await openPage(desk, /^Tables/)
    await desk.getByRole('tab', { name }).click()
  }
  await openTab(mine, 'Shown rates')
  await mine.getByRole('button', { name: 'BRL', exact: true }).click()
  const change = mine.getByRole('dialog', { name: /^Shown rate of / })
  await change.getByLabel('BRL for one coin').fill('0.8')
  await change.getByLabel('Reason, for the audit log').fill('The real has risen')
  // The list of rates has the same address.
  const proposed = mine.waitForResponse(
    (answer) => answer.url().endsWith('/desk/currencies') && answer.request().method() !== 'GET',
  )
  await change.getByRole('button', { name: 'Save the change' }).click()
  await expectNote(mine, 'BRL: another admin must confirm the change.')
  await expect(theirs.getByRole('link', { name: 'Tables and rates, 1 waiting' })).toBeVisible()

  await openTab(mine, 'Proposals')
  const own = mine.getByRole('list', { name: 'Proposals' }).getByRole('listitem')
  await expect(own).toContainText('Another admin must confirm it.')
  await expect(own.getByRole('button')).toHaveText(['Withdraw'])
  const { data } = deskProposalAnswer.parse(await (await proposed).json())
  const reason = 'Confirmed by myself'
  expect(await codeOfCall(mine, server, `proposals/${data?.id}/confirm`, { reason })).toBe(1403)

  await openTab(theirs, 'Proposals')
  const waiting = theirs.getByRole('list', { name: 'Proposals' }).getByRole('listitem')
  await expect(waiting).toContainText(`${proposer.name}, `)
  await expect(waiting.getByRole('row', { name: /^BRL / }).getByRole('cell').last()).toHaveText('0.8')
  await expectNoAxeViolations(theirs)
  await waiting.getByRole('button', { name: 'Confirm' }).click()
  const dialog = theirs.getByRole('dialog', { name: 'Confirm the change' })
  await dialog.getByLabel('Reason').fill('Checked against the bank')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expectNote(theirs, 'Change in effect.')
  await expect(own).toContainText(`Confirmed by ${confirmer.name}`)
  await openTab(mine, 'Shown rates')
  await expect(mine.getByRole('row', { name: /^BRL / })).toContainText('0.8')
  expect([...proposing.problems, ...confirming.problems]).toEqual([])
  await proposing.close()
  await confirming.close()
})

test('a player’s line lags, falls silent, comes back, and is ended by staff: each with its cause', async ({
  browser,
  page: home,
}) => {
  const { server, admin } = house()
  const net = await network(server.port)
  await playTrialToOwnTurn(home, net.url)
  const at = await atDesk(browser, server, admin)
  const { desk } = at
  const row = await guestRow(desk)
  await row.click()
  const panel = desk.getByRole('complementary', { name: 'Connection' })

  net.slow(600)
  await expect(row).toContainText(/Lagging, (long round trips|waiting for a response)/)
  net.freeze()
  // Its connection ends where that lasts: here, or at its page, which the relay passes on.
  await expect(row).toContainText(/Lost, (nothing heard|no answer|left or network lost)/)
  net.restore()
  await expect(row).toContainText('Live')
  await expect(panel.getByText('Back', { exact: true })).toBeVisible()
  await expect(panel.getByText(/^Caught up/).first()).toBeVisible()

  await test.step('all of it is read in the colors of the system, and at twice the text size', async () => {
    await desk.emulateMedia({ forcedColors: 'active' })
    await expect(row).toHaveAttribute('aria-current', 'true')
    expect(await contrastFaults(desk)).toEqual([])
    await desk.emulateMedia({ forcedColors: null })
    const setTextSize = (size: string) =>
      desk.evaluate((to) => document.documentElement.style.setProperty('font-size', to), size)
    await desk.setViewportSize({ width: 1280, height: 800 })
    await setTextSize('200%')
    const beyond = panel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(await beyond).toBe(0)
    const headings = desk.getByRole('columnheader')
    const cut = (all: Element[]) =>
      all.flatMap((one) => (one.scrollWidth > one.clientWidth ? one.textContent : []))
    expect(await headings.evaluateAll(cut)).toEqual([])
    const legend = desk.getByRole('figure').filter({ hasText: 'Resuming' }).getByRole('listitem')
    const overlaps = (all: Element[]) => {
      const boxes = all.map((one) => one.getBoundingClientRect())
      return boxes.filter((a) => boxes.some((b) => b.top > a.top && b.top < a.bottom - 1)).length
    }
    expect(await legend.count()).toBe(4)
    expect(await legend.evaluateAll(overlaps)).toBe(0)
    await setTextSize('')
  })

  await panel.getByRole('button', { name: 'Disconnect' }).click()
  const dialog = desk.getByRole('dialog', { name: /^Disconnect / })
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Briefly say why')
  await dialog.getByRole('button', { name: 'Stuck connection' }).click()
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect(row).toContainText('Lost, kicked')
  await expect(home.getByText('You were removed from the game.').first()).toBeVisible()
  expect(at.problems).toEqual([])
  await at.close()
  await net.close()
})

test('an agent answers a guest and a player; what players write is text on every page, and axe finds nothing', async ({
  browser,
}) => {
  const { server, agent } = house()
  const script = '<img src=x>'
  const signedIn = await newPlayer(server)
  await posted(server.url, 'user/nickname', { nickname: script }, { headers: bearer(signedIn.token) })
  const guest = await (await browser.newContext(desktop)).newPage()
  await guest.goto(somewhere(server))
  const players = [
    { name: 'a guest', home: guest },
    { name: 'a player', home: await atHome(browser, server, signedIn) },
  ]
  for (const { name, home } of players) await writeToSupport(home, `${script} says ${name}`)

  const { desk, problems, close } = await atDesk(browser, server, agent)
  await openPage(desk, /^Conversations/)
  const conversations = desk.getByRole('list', { name: 'Conversations' })
  for (const [before, { name, home }] of players.entries()) {
    await conversations.getByText(`${script} says ${name}`).click()
    // Until then the field may still be that of the previous conversation.
    await expect(desk.getByRole('log').getByText(`${script} says ${name}`)).toBeVisible()
    await desk.getByRole('textbox', { name: 'Reply' }).fill(`Hello, ${name}`)
    await desk.getByRole('textbox', { name: 'Reply' }).press('Enter')
    await expect(desk.getByRole('log').getByText(`Hello, ${name}`)).toBeVisible()
    await expect(chat(home).getByRole('log')).toContainText(`Hello, ${name}`)
    // It is in sight there, and what goes on is seen here as it does.
    await expect(desk.getByRole('log').getByText(/, read$/)).toBeVisible()
    const writing = chat(home).getByRole('textbox', { name: 'Write a message' })
    // It is said for a few seconds, which a slow machine may need for the rest of the word.
    await Promise.all([
      expect(desk.getByRole('status').getByText('is typing…')).toBeVisible(),
      writing.pressSequentially('Thanks'),
    ])
    await writing.press('Enter')
    await expect(desk.getByRole('status').getByText('is typing…')).toHaveCount(0)
    await expect(conversations.getByText('Thanks')).toHaveCount(before + 1)
  }
  await desk.getByRole('combobox', { name: /^Search players/ }).fill(script)
  await desk.getByRole('option', { name: script }).first().click()
  await expect(desk.getByRole('heading', { level: 1, name: 'Player' })).toBeFocused()

  const links = desk.getByRole('navigation', { name: 'Desk' }).getByRole('link')
  const pages = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(pages.length).toBeGreaterThan(9)
  const title = desk.getByRole('heading', { level: 1 })
  let before = ''
  for (const path of [new URL(desk.url()).pathname, ...pages]) {
    await goWithin(desk, path)
    await expect(title).not.toHaveText(before)
    before = await title.innerText()
    await expect(desk.getByText(/^Loading/)).toHaveCount(0)
    expect(await desk.locator('img[src="x"]').count(), path).toBe(0)
    expect(await axeViolations(desk), path).toEqual([])
    await desk.emulateMedia({ colorScheme: 'dark' })
    expect(await contrastFaults(desk), `${path}, dark`).toEqual([])
    await desk.emulateMedia({ colorScheme: 'light' })
  }
  expect(problems).toEqual([])
  for (const { home } of players) await home.context().close()
  await close()
})

/** The player with this contact, by the search of the desk. */
const openPlayer = async (desk: Page, contact: string) => {
  const search = desk.getByRole('combobox', { name: /^Search players/ })
  await search.fill(contact)
  await expect(desk.getByRole('option', { name: contact })).toHaveAttribute('data-highlighted')
  await search.press('Enter')
  await expect(desk.getByRole('main').getByText(contact).first()).toBeVisible()
}

/** The server takes the call, and the page never hears of it. */
const loseAnswer = async (route: Route) => {
  await route.fetch()
  await route.abort()
}

test('what staff write is not on another player’s page, and what they go on to write stays', async ({
  browser,
}) => {
  const { server, writer } = house()
  const [mai, kenji] = [`mai-${hex(6)}@home.example`, `kenji-${hex(6)}@home.example`]
  for (const contact of [mai, kenji]) await newPlayer(server, contact)
  const { desk, close } = await atDesk(browser, server, writer)
  await openPlayer(desk, kenji)
  await openPlayer(desk, mai)
  const note = desk.getByRole('textbox', { name: 'Write a note' })
  await note.fill('Asked about a deposit')
  await desk.goBack()
  await expect(desk.getByRole('main').getByText(kenji).first()).toBeVisible()
  await expect(note).toHaveValue('')

  const save = desk.getByRole('button', { name: 'Save note' })
  await note.fill('Its answer is lost')
  await desk.route('**/notes', loseAnswer, { times: 1 })
  await save.click()
  await expect(desk.getByRole('listitem').filter({ hasText: 'Its answer is lost' })).toBeVisible()
  await note.fill('Changed after it')
  const answerNote = await pressUnanswered(desk, save, '/notes')
  await note.fill('The next')
  await answerNote()
  await expect(desk.getByRole('listitem').filter({ hasText: 'Changed after it' })).toBeVisible()
  await expect(save).toBeEnabled()
  await expect(note).toHaveValue('The next')

  await desk.getByRole('link', { name: 'Write', exact: true }).click()
  const reply = desk.getByRole('textbox', { name: 'Reply' })
  await reply.fill('Hello')
  const send = desk.getByRole('button', { name: 'Send' })
  const answerReply = await pressUnanswered(desk, send, '/reply')
  await reply.fill('One more thing')
  await answerReply()
  await expect(send).toBeEnabled()
  await expect(reply).toHaveValue('One more thing')
  await close()
})

/** As a field for a date and a time takes it. */
const dayAfterTomorrow = () => new Date(Date.now() + 2 * 24 * 3_600_000).toISOString().slice(0, 16)

test('an arena whose answer was lost is announced once; changed since, it is another one', async ({
  browser,
}) => {
  const { server, planner } = house()
  const { desk, close } = await atDesk(browser, server, planner, keepNotes)
  await openPage(desk, /^Tables/)
  await desk.getByRole('tab', { name: 'Arenas' }).click()
  await desk.getByRole('button', { name: 'New arena' }).click()
  const dialog = desk.getByRole('dialog', { name: 'New arena' })
  await dialog.getByLabel('Starts, your time').fill(dayAfterTomorrow())
  await dialog.getByLabel('Minutes').fill('37')
  await dialog.getByLabel('Stake (0 is free)').fill('0')
  await dialog.getByLabel('Reason, for the audit log').fill('For the evening')
  await desk.route(
    '**/desk/arenas',
    (route) => (route.request().method() === 'GET' ? route.fallback() : loseAnswer(route)),
    { times: 2 },
  )
  const save = dialog.getByRole('button', { name: 'Save the change' })
  await save.click()
  await expect(dialog.getByRole('alert')).toHaveText('The server can’t be reached.')
  const lasting = (minutes: number) =>
    desk.getByRole('row', { includeHidden: true }).filter({ hasText: `${minutes}:00` })
  await expect(lasting(37)).toHaveCount(1)
  await desk.unroute('**/desk/arenas')

  await dialog.getByLabel('Minutes').fill('41')
  await save.click()
  await expect(dialog.getByRole('alert')).toContainText('Your first version was announced')
  await expect(lasting(41)).toHaveCount(0)
  await save.click()
  await expectNote(desk, 'Arena announced.')
  await expect(dialog).toBeHidden()
  await expect(lasting(37)).toHaveCount(1)
  await expect(lasting(41)).toHaveCount(1)

  await test.step('a description that can’t be opened is said', async () => {
    await desk.route('**/desk/docs', (route) => route.abort())
    await desk.getByRole('button', { name: /^You: / }).click()
    await desk.getByRole('button', { name: 'API description' }).click()
    await expect(desk.getByRole('list', { name: 'Notes' })).toContainText('The server can’t be reached.')
  })
  await close()
})
