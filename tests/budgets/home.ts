import { randomBytes } from 'node:crypto'
import type { Browser, BrowserContextOptions } from '@playwright/test'
import { signInByCode } from '../harness/accounts.ts'

/** What a cold Home cost: milliseconds until its largest thing was painted, and the sum of all layout shifts. */
export type HomeLoad = { lcpMs: number; cls: number }

/** What a browser keeps from one visit to the next. */
export type StoredState = NonNullable<BrowserContextOptions['storageState']>

declare global {
  /** What the page's observers saw so far. */
  var seen: HomeLoad
}

/** Runs before the page's own scripts. */
const watch = () => {
  const seen = { lcpMs: 0, cls: 0 }
  globalThis.seen = seen
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.lcpMs = startTime
  })
  observe('layout-shift', (entry) => {
    if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput)
      seen.cls += Number(entry.value)
  })
}

/** What the browser of someone keeps who has signed in; they are new. */
export const newcomer = async (url: string): Promise<StoredState> => {
  const [contact, deviceId] = [
    `${randomBytes(6).toString('hex')}@home.example`,
    randomBytes(16).toString('hex'),
  ]
  const user = await signInByCode(url, { contact, deviceId })
  const stored = { device_id: deviceId, auth_token: user.token, user_info: JSON.stringify(user) }
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }))
  const view = { name: 'view', value: 'en-US.player', domain: new URL(url).hostname, path: '/' }
  const cookie = { ...view, expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' as const }
  return { cookies: [cookie], origins: [{ origin: url, localStorage }] }
}

/** A page of a browser that has cached nothing, with a processor `slowdown` times slower. */
export const coldPage = async (browser: Browser, slowdown: number, kept?: StoredState) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
    ...(kept ? { storageState: kept } : {}),
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(watch)
  return { page, devtools, close: () => context.close() }
}

/** Loads Home until the network is quiet. */
export const loadHome = async (
  browser: Browser,
  url: string,
  slowdown: number,
  kept?: StoredState,
): Promise<HomeLoad> => {
  const { page, close } = await coldPage(browser, slowdown, kept)
  await page.goto(url, { waitUntil: 'networkidle', timeout: 120_000 })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => globalThis.seen.lcpMs > 0)
  const { lcpMs, cls } = await page.evaluate(() => globalThis.seen)
  await close()
  return { lcpMs, cls }
}
