import { randomUUID } from 'node:crypto'
import type { Page, Request } from '@playwright/test'
import { board, expect, test } from '../harness/browser.ts'

const calls = '**/api/analytics/receiveEvents'
type Told = { eventType: string; eventName: string; gameId: string | null; fromPage: string | null }
/** None of a beacon, whose body only the server sees. */
const eventsOf = (request: Request): Told[] => request.postDataJSON()?.events ?? []
const named = (events: readonly Told[]) =>
  events.map(({ eventType, eventName }) => `${eventType} ${eventName}`)

const backup = (page: Page) => page.evaluate(() => localStorage.getItem('user_analytics_backup'))
const session = (page: Page) => page.evaluate(() => localStorage.getItem('session_id'))
const playTrial = (page: Page) => page.getByRole('link', { name: 'Play a trial' }).first().click()

test('pages, games and buttons are counted, kept while they can’t be sent, and sent as the page goes', async ({
  page,
  server,
}) => {
  await page.route(calls, (route) => route.abort())
  await page.goto(server.url)
  // The first view is counted once the code for it is here.
  await expect.poll(() => session(page)).toMatch(/^[0-9a-f-]{36}$/)
  await playTrial(page)
  await expect(board(page)).toBeVisible()
  await expect.poll(() => backup(page)).toContain('game_enter')

  // The page tries again on its own, too: perhaps as soon as it can.
  const answered = page.waitForResponse(calls, { timeout: 120_000 })
  await page.unroute(calls)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  const response = await answered
  const events = eventsOf(response.request())
  expect(named(events)).toEqual([
    'page_view home',
    'button_click play-trial',
    'page_view game',
    'game_enter game_enter',
  ])
  expect(events.at(-1)).toMatchObject({ gameId: 'mines-trial', fromPage: 'home' })
  expect(await response.json()).toMatchObject({ code: 200, data: { stored: 4 } })
  await expect.poll(() => backup(page)).toBeNull()

  // To another page of this browser: whether the beacon arrived is not known there, so the event is reported again.
  const told: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/receiveEvents')) told.push(...named(eventsOf(request)))
  })
  // Not in the match: it may end, and its result would cover what is pressed.
  await page.goBack()
  await page.getByRole('contentinfo').getByRole('button', { name: 'Support' }).click()
  await page.goto(`${server.url}/games`)
  await expect.poll(() => told).toContain('button_click open-chat')
  await expect.poll(() => backup(page)).toBeNull()
})

test('what waits is reported by one of two tabs', async ({ context, page, server }) => {
  const waiting = {
    eventType: 'button_click',
    eventName: 'rematch',
    sessionId: 'a-visit-before',
    timestamp: Date.now(),
    deviceType: 'mobile',
    currentUrl: server.url,
    userId: null,
    userAgent: '',
    additionalData: { eventId: randomUUID() },
  }
  const told: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/receiveEvents')) told.push(...named(eventsOf(request)))
  })
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(`${server.url}/games`)
    await expect.poll(() => session(tab)).not.toBeNull()
  }
  expect(await session(other)).toBe(await session(page))
  const kept = JSON.stringify([waiting])
  await page.evaluate((kept) => localStorage.setItem('user_analytics_backup', kept), kept)
  await Promise.all([page, other].map((tab) => tab.evaluate(() => window.dispatchEvent(new Event('online')))))
  await expect.poll(() => backup(page)).toBeNull()
  expect(told.filter((event) => event === 'button_click rematch')).toHaveLength(1)
})

test('a browser that asks for privacy is not counted', async ({ page, server }) => {
  let told = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/analytics/')) told++
  })
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  const loaded = page.waitForResponse(/start-analytics/, { timeout: 120_000 })
  await page.goto(server.url)
  await (await loaded).finished()
  await playTrial(page)
  await expect(board(page)).toBeVisible()
  await page.goto(`${server.url}/games`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect([await session(page), await backup(page), told]).toEqual([null, null, 0])
})
