import type { Browser } from '@playwright/test'
import { type Loaded, loadedScripts } from './bundle.ts'

/** What a cold Home cost a guest: times in milliseconds, `cls` as the sum of all layout shifts. */
export type HomeLoad = { lcpMs: number; cls: number; scripts: Loaded[] }

declare global {
  /** What the page's observers saw so far. */
  var seen: { lcpMs: number; cls: number; tasks: number[] }
}

/** Runs before the page's own scripts. */
const watch = () => {
  const seen = { lcpMs: 0, cls: 0, tasks: [] as number[] }
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
  observe('longtask', ({ duration }) => seen.tasks.push(duration))
}

/** A page of a browser that has cached nothing, with a processor `slowdown` times slower. */
export const coldPage = async (browser: Browser, slowdown: number) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(watch)
  return { page, close: () => context.close() }
}

/** Loads Home until the network is quiet. */
export const loadHome = async (browser: Browser, url: string, slowdown: number): Promise<HomeLoad> => {
  const { page, close } = await coldPage(browser, slowdown)
  await page.goto(url, { waitUntil: 'networkidle', timeout: 120_000 })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => globalThis.seen.lcpMs > 0)
  const { lcpMs, cls } = await page.evaluate(() => globalThis.seen)
  const scripts = await loadedScripts(page)
  await close()
  return { lcpMs, cls, scripts }
}
