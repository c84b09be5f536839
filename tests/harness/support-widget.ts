import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from '@playwright/test'
import { expect } from './browser.ts'
import { expectNote, keepNotes } from './notes.ts'

/** A command as the page told it, its argument as JSON keeps it. */
type Told = { name: string; argument: unknown }

declare global {
  /** What the page has told the widget, in order, no matter who made it. */
  var widgetTold: Told[]
  /** The sounds that the page has played. */
  var soundsPlayed: { address: string; volume: number }[]
  /** What support does in someone else's widget. */
  var foreignWidget: { say(text: string): void; read(): void; dismiss(): void; breaks: boolean }
  /** The commands' queue: an array until a widget is there. */
  var ssq: { push(name: string, argument?: unknown): unknown } | undefined
}

/** Runs in the page before its own scripts: notes what goes over the queue, and what is played. */
const spy = () => {
  globalThis.widgetTold = []
  globalThis.soundsPlayed = []
  const plain = (argument: unknown) => (typeof argument === 'object' ? argument : null)
  const note = (name: unknown, argument: unknown) => {
    if (typeof name === 'string') globalThis.widgetTold.push({ name, argument: plain(argument) })
  }
  let queue: unknown
  Object.defineProperty(window, 'ssq', {
    configurable: true,
    get: () => queue,
    set: (next: unknown) => {
      // What the array holds is sent to anyone who takes its place.
      if (Array.isArray(queue) && next !== queue)
        for (const [at, told] of queue.entries()) note(told, queue[at + 1])
      queue = next
      if (Array.isArray(next) || typeof next !== 'object' || next === null || !('push' in next)) return
      const { push } = next
      if (typeof push !== 'function') return
      next.push = (...told: unknown[]) => {
        note(told[0], told[1])
        return push.apply(next, told)
      }
    },
  })
  HTMLMediaElement.prototype.play = function () {
    globalThis.soundsPlayed.push({ address: new URL(this.src).pathname, volume: this.volume })
    return Promise.resolve()
  }
}

/** Someone else's widget, as its script is served: a window with an icon, and what support does there. */
const foreignScript = `(() => {
  const heard = {}
  let unread = []
  const tell = (name, told) => (heard[name] || []).forEach((listener) => listener(told))
  const box = document.createElement('div')
  box.setAttribute('role', 'dialog')
  box.setAttribute('aria-label', 'Foreign chat')
  box.textContent = 'Foreign chat'
  box.hidden = true
  const icon = document.createElement('button')
  icon.textContent = 'Foreign icon'
  document.body.append(box, icon)
  const run = (name, argument) => {
    if (window.foreignWidget?.breaks) throw new Error('the widget is broken')
    if (name.startsWith('on')) (heard[name] ||= []).push(argument)
    if (name === 'hideIcon') icon.hidden = true
    if (name === 'showIcon') icon.hidden = false
    if (name === 'chatOpen' && box.hidden) {
      box.hidden = false
      tell('onOpenChat')
    }
    if (name === 'chatClose' && !box.hidden) {
      box.hidden = true
      tell('onCloseChat')
    }
  }
  const waiting = window.ssq || []
  window.ssq = { push: run }
  waiting.forEach((told, at) => typeof told === 'string' && run(told, waiting[at + 1]))
  // It shows its icon late, whatever it heard before.
  setTimeout(() => { icon.hidden = false }, 1500)
  const count = () => tell('onUnRead', { num: unread.length, list: unread })
  window.foreignWidget = {
    say: (text) => {
      unread = [...unread, { text }]
      tell('onReceiveMessage', { text })
      count()
    },
    read: () => { unread = []; count() },
    dismiss: () => run('chatClose'),
    breaks: false,
  }
})()`

/** A support widget's own server. Its address is for `SUPPORT_WIDGET_URL`. */
export const serveForeignWidget = async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(foreignScript)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}/widget.js`,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

/**
 * Has the page note what it tells the widget and what it plays; before it is opened. Time is frozen in it from then on,
 * but for what `page.clock` lets by: the chat's timings are the test's, however slow the machine is.
 */
export const watchWidget = async (page: Page): Promise<void> => {
  await keepNotes(page)
  await page.addInitScript(spy)
  const time = Date.now()
  await page.clock.install({ time: time - 3_600_000 })
  await page.clock.pauseAt(time)
}

/** Has the page load our own widget from a server that names another. */
export const loadOwnWidget = (page: Page): Promise<unknown> =>
  page.route('**/config.json', async (route) => {
    const answer = await route.fetch()
    const { supportWidgetUrl: _, ...config } = await answer.json()
    await route.fulfill({ response: answer, json: config })
  })

/** Lets a tenth of a second by at a time until the page has begun to tell its widget what it wants of it. */
export const expectWidgetAsked = (page: Page): Promise<void> =>
  expect
    .poll(
      async () => {
        await page.clock.runFor(100)
        return page.evaluate(() => globalThis.ssq !== undefined)
      },
      // No faster than real time: the widget’s script has ten seconds to come.
      { intervals: [100] },
    )
    .toBe(true)

/** Waits until there is a widget: a press before that opens it if it comes within three seconds. */
export const expectWidgetThere = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const { ssq } = globalThis
        return ssq !== undefined && !Array.isArray(ssq)
      }),
    )
    .toBe(true)

/** The commands that the page has told, without the listeners' functions. */
const toldWidget = (page: Page): Promise<Told[]> => page.evaluate(() => globalThis.widgetTold)
const namesTold = async (page: Page): Promise<string[]> => (await toldWidget(page)).map(({ name }) => name)
const lastInfo = async (page: Page) =>
  (await toldWidget(page)).filter(({ name }) => name === 'setLoginInfo').at(-1)?.argument

/** The way to support in the header or, on phones, in the footer. */
const supportWay = (page: Page): Locator =>
  page
    .getByRole('button', { name: /^Support/ })
    .filter({ visible: true })
    .first()

/** One widget in a page: what differs between someone else's and ours. */
export type WidgetSide = {
  /** Its window. */
  panel: Locator
  /** Its icon, which no one shall see. */
  icon: Locator
  /** Support writes to anyone who has the page. */
  say(text: string): Promise<void>
  /** The visitor reads what is there. */
  read(): Promise<void>
  /** The visitor closes the window by its own means. */
  dismiss(): Promise<void>
}

/** Someone else's widget in a page. */
export const foreignSide = (page: Page): WidgetSide => ({
  panel: page.getByRole('dialog', { name: 'Foreign chat' }),
  icon: page.getByRole('button', { name: 'Foreign icon' }),
  say: (text) => page.evaluate((said) => globalThis.foreignWidget.say(said), text),
  read: () => page.evaluate(() => globalThis.foreignWidget.read()),
  dismiss: () => page.evaluate(() => globalThis.foreignWidget.dismiss()),
})

/** Waits until the widget has taken over what was reported before it was there, and the page has seen that. */
export const expectWidgetReady = async (page: Page): Promise<void> => {
  await expectWidgetAsked(page)
  await expect.poll(() => namesTold(page)).toContain('setLoginInfo')
  await page.clock.runFor(200)
}

/** What holds with any widget, in a page of a guest at Home that `watchWidget` has prepared: it ends closed, with nothing unread. */
export const expectWidgetConvention = async (page: Page, { panel, icon, say, read, dismiss }: WidgetSide) => {
  await expectWidgetReady(page)
  const first = await namesTold(page)
  const listening = ['onUnRead', 'onReceiveMessage', 'onSendMessage', 'onOpenChat', 'onCloseChat']
  expect(first.filter((name) => listening.includes(name))).toEqual(listening)
  expect(first.indexOf('hideIcon')).toBeLessThan(first.indexOf('setLoginInfo'))
  const visitor = await page.evaluate(() => ({
    id: localStorage.getItem('support_visitor_id'),
    createdAt: localStorage.getItem('support_visitor_created_at'),
    visits: localStorage.getItem('support_visit_count'),
    device: localStorage.getItem('device_id'),
  }))
  expect(visitor).toMatchObject({ createdAt: expect.stringMatching(/^\d{4}-/), visits: '1' })
  expect(await lastInfo(page)).toMatchObject({ user_id: visitor.id, language: 'en-US', phone: '', email: '' })
  expect(JSON.stringify(await toldWidget(page))).not.toContain(visitor.device)
  await expect(panel).toBeHidden()
  await expect(icon).toBeHidden()

  await supportWay(page).click()
  await expect(panel).toBeVisible()
  await dismiss()
  await expect(panel).toBeHidden()

  await say('Hello from <b>support</b>')
  await expectNote(page, 'Hello from <b>support</b>')
  await expect(supportWay(page)).toHaveAccessibleName(/1 unread message$/)
  await expect
    .poll(() => page.evaluate(() => globalThis.soundsPlayed))
    .toEqual([{ address: '/sounds/notification.wav', volume: 0.6 }])
  await page.getByRole('button', { name: 'Open chat' }).click()
  await expect(panel).toBeVisible()
  await read()
  await expect(supportWay(page)).toHaveAccessibleName('Support')
  await say('And what is said while it is open')
  await read()
  await dismiss()
  expect(await page.evaluate(() => globalThis.said.join('\n'))).not.toContain('while it is open')
  expect(await page.evaluate(() => globalThis.soundsPlayed.length)).toBe(1)
  // It is called again and again for ten seconds: a widget that shows it late hides it again.
  await page.evaluate(() => globalThis.ssq?.push('showIcon'))
  await expect(icon).toBeVisible()
  await page.clock.runFor(2_000)
  await expect(icon).toBeHidden()
}

/** What is reported about who writes, in a page whose visitor signs in with this and out again. */
export const expectWhoIsTold = async (
  page: Page,
  { signIn, signOut }: { signIn(): Promise<{ userId: string; token: string }>; signOut(): Promise<void> },
) => {
  const { userId, token } = await signIn()
  await page.clock.runFor(1_000)
  await expect.poll(() => lastInfo(page)).toMatchObject({ user_id: expect.stringMatching(/^[0-9a-f]{64}$/) })
  const told = JSON.stringify(await toldWidget(page))
  expect(told).not.toContain(`"${userId}"`)
  expect(told).not.toContain(token)
  await page.getByLabel('Language').first().selectOption('pt-BR')
  await expect.poll(() => lastInfo(page)).toMatchObject({ language: 'pt-BR' })
  await signOut()
  await page.clock.runFor(1_000)
  await expect.poll(() => namesTold(page)).toEqual(expect.arrayContaining(['clearUser', 'chatClose']))
  expect(await lastInfo(page)).toMatchObject({ language: 'pt-BR', phone: '', email: '' })
}
