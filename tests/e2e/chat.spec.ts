import { randomBytes, randomUUID } from 'node:crypto'
import { type DeskConversation, deskCalls } from '@minefall/shared/contracts/desk'
import type { Browser, Page, TestDetails } from '@playwright/test'
import { bearer, get, signInByCode } from '../harness/accounts.ts'
import { axeViolations } from '../harness/axe.ts'
import { expect, phone, test } from '../harness/browser.ts'
import { type DeskClient, openDesk, startStaffed } from '../harness/desk.ts'
import { speak, wear } from '../harness/dress.ts'
import { contrastFaults } from '../harness/looking.ts'
import { expectNote } from '../harness/notes.ts'
import { pageSettings } from '../harness/page-settings.ts'
import { connectPlayer } from '../harness/player.ts'
import type { Server } from '../harness/server.ts'
import { signedInPage } from '../harness/signed-in.ts'
import {
  expectWhoIsTold,
  expectWidgetAsked,
  expectWidgetConvention,
  expectWidgetReady,
  expectWidgetThere,
  foreignSide,
  loadOwnWidget,
  serveForeignWidget,
  type WidgetSide,
  watchWidget,
} from '../harness/support-widget.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

/** `desk` is of someone who answers; they come when they are asked for first. */
type Office = { server: Server; desk(): Promise<DeskClient> }

// One office serves the whole file, in order: no one is there in the first test.
test.describe.configure({ mode: 'default' })
let office: Office
let foreign: Awaited<ReturnType<typeof serveForeignWidget>>
test.beforeAll(async () => {
  foreign = await serveForeignWidget()
  const settings = { ...(await pageSettings()), SUPPORT_WIDGET_URL: foreign.address }
  const { server, staff } = await startStaffed(settings, ['support'])
  const [agent] = staff
  if (!agent) throw new Error('no one was hired')
  let desk: Promise<DeskClient> | undefined
  const open = () => {
    desk ??= openDesk(server.url, agent)
    return desk
  }
  office = { server, desk: open }
})
test.afterAll(async () => {
  await office.server.remove()
  await foreign.close()
})
test.use({ viewport: { width: 1280, height: 860 } })

const way = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Support/ })
const chat = (page: Page) => page.getByRole('dialog', { name: 'Support' })
const log = (page: Page) => chat(page).getByRole('log')
const field = (page: Page) => chat(page).getByRole('textbox', { name: 'Write a message' })

const write = async (page: Page, text: string) => {
  await field(page).fill(text)
  await field(page).press('Enter')
}

/** A page that is small: the chat is the same on all of them. */
const somewhere = (url: string) => `${url}/verify`

/** Opens a page, and the chat there. */
const visit = async (page: Page, url: string) => {
  await loadOwnWidget(page)
  await page.goto(somewhere(url))
  await expectWidgetThere(page)
  await way(page).click()
  await expect(log(page)).toBeVisible()
}

/** Of the one who said this last. */
const conversation = async (desk: DeskClient, text: string): Promise<DeskConversation> => {
  const { items } = await desk.ask(deskCalls.conversations, { query: {} })
  const found = items.find(({ last }) => last?.text === text)
  if (!found) throw new Error(`no one has written "${text}" last`)
  return found
}

const answer = async (desk: DeskClient, playerId: string, text: string) => {
  await desk.ask(deskCalls.reply, { params: { playerId }, body: { messageId: randomUUID(), text } })
}

/** A page on a separate device where this account is signed in. */
const onNewDevice = async (browser: Browser, url: string, contact: string) => {
  const { token } = await signInByCode(url, { contact, deviceId: hex(16) })
  return signedInPage(browser, url, token, { viewport: { width: 1280, height: 860 } })
}

test('a guest sees that no one is there, writes, is answered, and finds it all when they come back', async ({
  page,
}) => {
  const { url } = office.server
  await visit(page, url)
  await expect(field(page)).toBeFocused()
  await expect(chat(page)).toContainText('We’re away right now.')
  await expect(log(page)).toContainText('How can we help?')
  const asked = `My deposit is not there <b>${hex(4)}</b> https://bank.example/x`
  await field(page).fill(asked)
  // As Safari reports the Enter that ends a word of an input method.
  await field(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229 })
  await expect(field(page)).toHaveValue(asked)
  await field(page).press('Enter')
  await expect(log(page)).toContainText(`${asked}`)
  await expect(log(page)).toContainText('Sent')
  // What looks like markup or a link is neither.
  await expect(log(page).locator('b, a')).toHaveCount(0)

  const desk = await office.desk()
  const { player } = await conversation(desk, asked)
  await answer(desk, player.id, 'I am looking at it.')
  await expect(log(page)).toContainText('I am looking at it.')
  await expect(chat(page)).toContainText('We’re online')
  await write(page, 'Thank you')
  await expect(log(page)).toContainText('Sent')
  await desk.ask(deskCalls.readConversation, { params: { playerId: player.id }, body: { seq: 3 } })
  await expect(log(page)).toContainText('Read')

  await field(page).press('Escape')
  await expect(chat(page)).toHaveCount(0)
  await expect(way(page)).toBeFocused()
  await answer(desk, player.id, 'It has arrived.')
  await way(page).click()
  await expect(log(page)).toContainText('It has arrived.')
  await desk.ask(deskCalls.closeConversation, { params: { playerId: player.id }, body: { seq: 4 } })
  await expect(log(page)).toContainText('closed')

  // It stays open over a night.
  await expect(log(page)).toContainText('today')
  await page.clock.setSystemTime(Date.now() + 24 * 60 * 60 * 1000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(log(page)).toContainText('yesterday')
  await expect(log(page)).not.toContainText('today')
})

test('the chat is 380 by 600 at the bottom right, and slides up', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await visit(page, office.server.url)
  const panel = page.locator('.panel')
  await expect(panel).toHaveCSS('transform', 'none')
  expect(await panel.boundingBox()).toMatchObject({ width: 380, height: 600 })
  const gaps = await panel.evaluate((element) => {
    const { right, bottom } = element.getBoundingClientRect()
    return [document.documentElement.clientWidth - right, document.documentElement.clientHeight - bottom]
  })
  for (const gap of gaps) {
    expect(gap).toBeGreaterThanOrEqual(0)
    expect(gap).toBeLessThanOrEqual(24)
  }
  // A closed panel is removed by a timer, which must not run before it is looked at.
  await page.clock.pauseAt(Date.now() + 60_000)
  await field(page).press('Escape')
  await expect(panel).toHaveCSS('transform', 'matrix(1, 0, 0, 1, 0, 32)')
})

test('an account has its conversation on every device, pictures too', async ({ browser }) => {
  const { url } = office.server
  const desk = await office.desk()
  const contact = `${hex(6)}@home.example`
  const first = await onNewDevice(browser, url, contact)
  await visit(first, url)
  const chooser = chat(first).locator('input[type=file]')
  await chooser.setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(chat(first).getByRole('alert')).toContainText('Invalid image format')
  const picture = await first.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } })
  await chooser.setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: picture })
  const asked = `Here is my proof ${hex(4)}`
  await write(first, asked)
  await expect(log(first).getByRole('img', { name: 'Your picture' })).toBeVisible()
  await expect(log(first)).toContainText('Sent')
  const { player, last } = await conversation(desk, asked)
  expect(last?.pictureId).not.toBeNull()
  await answer(desk, player.id, 'That is all we need.')

  const second = await onNewDevice(browser, url, contact)
  await visit(second, url)
  await expect(log(second)).toContainText(asked)
  await expect(log(second)).toContainText('That is all we need.')
  await log(second).getByRole('button', { name: 'Your picture' }).click()
  const large = second.getByRole('dialog', { name: 'Your picture' })
  await expect(large).toBeVisible()
  await second.keyboard.press('Escape')
  await expect(large).toHaveCount(0)
  await write(second, 'Good, thank you')
  await expect(log(first)).toContainText('Good, thank you')
  for (const page of [first, second]) await page.context().close()
})

test('what was written without a network, and what no one confirmed, is sent once', async ({ page }) => {
  const unheard = `No one confirms this ${hex(4)}`
  /** `deaf`: once told what no one confirms, the server is not heard. */
  let network: 'up' | 'deaf' | 'down' = 'up'
  let cut = () => {}
  await page.routeWebSocket(/\/socket\.io\//, (near) => {
    if (network === 'down') {
      void near.close()
      return
    }
    const far = near.connectToServer()
    let isHeard = true
    near.onMessage((message) => {
      if (network === 'deaf' && message.includes(unheard)) isHeard = false
      far.send(message)
    })
    far.onMessage((message) => {
      if (isHeard) near.send(message)
    })
    cut = () => {
      void far.close()
      void near.close()
    }
  })
  await visit(page, office.server.url)
  const desk = await office.desk()
  await write(page, 'Hello')
  await expect(log(page)).toContainText('Sent')
  network = 'deaf'
  await write(page, unheard)
  await expect.poll(() => conversation(desk, unheard).catch(() => null)).not.toBeNull()
  await expect(log(page)).toContainText('Sending')

  network = 'down'
  cut()
  await expect(chat(page)).toContainText('Your messages are saved')
  const offline = `Written without a network ${hex(4)}`
  await write(page, offline)
  await expect(log(page)).toContainText(offline)
  network = 'up'
  await expect.poll(() => conversation(desk, offline).catch(() => null)).toMatchObject({ lastSeq: 3 })
  await expect(chat(page)).not.toContainText('Your messages are saved')
  await expect(log(page).getByText('Sending')).toHaveCount(0)
  for (const text of ['Hello', unheard, offline])
    await expect(log(page).getByText(text, { exact: true })).toHaveCount(1)
})

test('axe finds nothing in the chat, in three themes; it has room for every language on a phone', async ({
  browser,
}) => {
  const context = await browser.newContext({ ...phone, reducedMotion: 'reduce', serviceWorkers: 'block' })
  const page = await context.newPage()
  await loadOwnWidget(page)
  await page.goto(somewhere(office.server.url))
  await expectWidgetThere(page)
  await page
    .getByRole('contentinfo')
    .getByRole('button', { name: /support/i })
    .click()
  const asked = `Someone on a phone ${hex(4)}`
  await write(page, asked)
  await expect(log(page)).toContainText('Sent')
  const desk = await office.desk()
  await answer(desk, (await conversation(desk, asked)).player.id, 'Hello on your phone')
  await expect(log(page)).toContainText('Hello on your phone')
  const found = [await axeViolations(page)]
  for (const theme of ['sakura', 'neon']) {
    await wear(page, theme)
    found.push(await contrastFaults(page))
  }
  expect(found).toEqual([[], [], []])
  for (const [language, title] of [
    ['ja-JP', 'サポート'],
    ['ko-KR', '고객 지원'],
    ['ms-MY', 'Khidmat pelanggan'],
    ['pt-BR', 'Atendimento'],
  ] as const) {
    await speak(page, language)
    const panel = page.getByRole('dialog', { name: title })
    await expect(panel.getByRole('log')).toContainText('Hello on your phone')
    const wide = await panel.evaluate((part) =>
      [part, ...part.querySelectorAll('*')]
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
        .map(({ className, textContent }) => `${className}: ${textContent}`),
    )
    expect(wide, language).toEqual([])
  }
  await context.close()
})

declare global {
  /** What the test's own listeners heard of a widget. */
  var heard: string[]
}

/** Our own widget in the page of a guest who has written once, as a page finds it. */
const ownSide = async (page: Page): Promise<WidgetSide> => {
  const desk = await office.desk()
  const deviceOf = () => page.evaluate(() => localStorage.getItem('device_id') ?? '')
  await expect.poll(deviceOf).not.toBe('')
  const tab = await connectPlayer(office.server.url, await deviceOf())
  const text = `From another tab ${hex(4)}`
  await tab.ask('chat.send', { messageId: randomUUID(), text })
  tab.leave()
  const { player } = await conversation(desk, text)
  return {
    panel: chat(page),
    icon: page.locator('#support-widget .launcher'),
    async say(said) {
      await answer(desk, player.id, said)
      if (await chat(page).isVisible()) await expect(log(page)).toContainText(said)
    },
    // Who sees it has read it.
    read: async () => {},
    async dismiss() {
      // What is said before the page has its conversation is no news to it.
      await expect(log(page)).toContainText(text)
      await chat(page).getByRole('button', { name: 'Close chat' }).click()
    },
  }
}

/** A widget in a page: how it comes there, and what is its own. */
type Kind = {
  name: string
  /** Of what both do alike one is enough in `npm test`. */
  inLongRun: TestDetails
  route(page: Page): Promise<unknown>
  script: string
  side(page: Page): WidgetSide | Promise<WidgetSide>
}
const kinds: Kind[] = [
  {
    name: 'someone else’s',
    inLongRun: { tag: '@long' },
    route: async () => {},
    script: '**/widget.js',
    side: foreignSide,
  },
  { name: 'our own', inLongRun: {}, route: loadOwnWidget, script: '**/support/widget.js', side: ownSide },
]

for (const { name, inLongRun, route, script, side } of kinds)
  test.describe(`${name} support widget`, () => {
    test('learns who writes, opens, reports what arrives, and shows no icon', async ({ page }) => {
      await watchWidget(page)
      await route(page)
      await page.goto(somewhere(office.server.url))
      await expectWidgetReady(page)
      await expectWidgetConvention(page, await side(page))
    })

    test(
      'that comes too late is reported after ten seconds, and has missed nothing',
      inLongRun,
      async ({ page }) => {
        let letCome = () => {}
        const held = new Promise<void>((resolve) => {
          letCome = resolve
        })
        await page.route(script, async (asked) => {
          await held
          await asked.continue()
        })
        await watchWidget(page)
        await route(page)
        await page.goto(somewhere(office.server.url))
        await expectWidgetAsked(page)
        await page.evaluate(() => {
          const { ssq } = globalThis
          globalThis.heard = []
          ssq?.push('onOpenChat', () => globalThis.heard.push('opened'))
          ssq?.push('onCloseChat', () => globalThis.heard.push('closed'))
          for (const command of ['chatOpen', 'chatClose', 'chatOpen', 'chatClose']) ssq?.push(command)
        })
        await way(page).click()
        await expectNote(page, 'Customer service is loading, please try again shortly')
        const failed = page.getByText('Customer service initialization failed')
        await page.clock.runFor(9_700)
        await expect(failed).toHaveCount(0)
        await page.clock.runFor(600)
        await expect(failed).toBeVisible()

        letCome()
        await expect.poll(() => page.evaluate(() => globalThis.heard)).toHaveLength(4)
        expect(await page.evaluate(() => globalThis.heard)).toEqual(['opened', 'closed', 'opened', 'closed'])
        const { panel, icon } = await side(page)
        await expect(panel).toBeHidden()
        await expect(icon).toBeHidden()
        await way(page).click()
        await expect(panel).toBeVisible()
      },
    )
  })

test('someone else’s widget hears of an account by a hash; one that can’t be opened is reported', async ({
  page,
}) => {
  const { url } = office.server
  await watchWidget(page)
  await page.goto(somewhere(url))
  await expectWidgetReady(page)
  const store = (values: Record<string, string>) =>
    page.evaluate((kept) => {
      for (const key of ['auth_token', 'user_info']) {
        const newValue = kept[key] ?? null
        if (newValue === null) localStorage.removeItem(key)
        else localStorage.setItem(key, newValue)
        dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
      }
    }, values)
  await expectWhoIsTold(page, {
    async signIn() {
      const contact = `${hex(6)}@home.example`
      const { id, token } = await signInByCode(url, { contact, deviceId: hex(16) })
      const { data: user } = await get(url, 'user/getUserInfo', bearer(token))
      await store({ auth_token: token, user_info: JSON.stringify(user) })
      return { userId: id, token }
    },
    signOut: () => store({}),
  })
  await speak(page, 'en-US')
  await page.evaluate(() => {
    globalThis.foreignWidget.breaks = true
  })
  await way(page).click()
  await expectNote(page, 'Failed to open chat window')
})
