import type { Page } from '@playwright/test'
import { type Loaded, read, widgetPath } from './bundle.ts'

/** The scripts of a cold Home, each list with those of the one before it. */
export type HomeWeight = {
  /** Asked for before the first of them runs, and in no less haste than the page itself: Home is shown with them. */
  shown: Loaded[]
  /** Until the network is quiet, while nothing is done that waits for an idle page. */
  used: Loaded[]
  /** And that too. */
  idle: Loaded[]
  /** What was needed before the page was idle, and asked for by a script that had to run first. */
  late: Loaded[]
}

declare global {
  /** Lets what waits for an idle page begin. */
  var endHold: () => void
  /** Paths of the scripts that the page asks for before the first of them runs: all, and those that may wait. */
  var askedFor: { first: string[]; hasty: string[] }
}

/** Nothing comes any more when the chat, which waits longest, is there and nothing has come for so many milliseconds. */
const quietMs = 2_000

/** Runs before the page's own scripts. */
const holdIdle = () => {
  let held: IdleRequestCallback[] | null = []
  const ask = window.requestIdleCallback
  // What has it already has this one.
  window.requestIdleCallback = (run, options) => held?.push(run) ?? ask(run, options)
  globalThis.endHold = () => {
    const runs = held ?? []
    held = null
    for (const run of runs) ask(run)
  }
  document.addEventListener('readystatechange', () => {
    if (document.readyState !== 'interactive') return
    const pathsOf = (selector: string) =>
      [...document.querySelectorAll(selector)].map(
        (named) =>
          new URL(named.getAttribute('src') ?? named.getAttribute('href') ?? '', location.href).pathname,
      )
    globalThis.askedFor = {
      first: pathsOf('script[src], link[rel=modulepreload]'),
      hasty: pathsOf('script[src], link[rel=modulepreload]:not([fetchpriority=low])'),
    }
  })
}

/** The scripts that the page has loaded from its server by now. */
const loadedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ...new Set(
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name))
        .filter(({ origin, pathname }) => origin === location.origin && pathname.endsWith('.js'))
        .map(({ pathname }) => pathname),
    ),
  ])

/** Loads Home in a page that has cached nothing. */
export const weighHome = async (page: Page, url: string): Promise<HomeWeight> => {
  await page.addInitScript(holdIdle)
  await page.goto(url, { waitUntil: 'networkidle', timeout: 120_000 })
  // The tables and the guest's coins: the calls and the connection are in use.
  await page.locator('[data-click=join-table]').first().waitFor()
  await page.getByText('1,000 trial coins').waitFor({ state: 'attached' })
  // The visit is counted once the code for it is here.
  await page.waitForFunction(() => localStorage.getItem('session_id') !== null)
  await page.waitForLoadState('networkidle')
  const asked = await page.evaluate(() => globalThis.askedFor)
  const used = await loadedPaths(page)
  await page.evaluate(() => globalThis.endHold())
  await page.waitForFunction(
    ({ quietMs, last }) => {
      const loaded = performance.getEntries().filter((entry) => entry instanceof PerformanceResourceTiming)
      const lastAt = Math.max(...loaded.map(({ responseEnd }) => responseEnd))
      const isLast = ({ name }: PerformanceEntry) => new URL(name).pathname === last
      return loaded.some(isLast) && performance.now() - lastAt > quietMs
    },
    { quietMs, last: widgetPath },
    { polling: 100 },
  )
  return {
    shown: read(asked.hasty),
    used: read(used),
    idle: read(await loadedPaths(page)),
    late: read(used.filter((path) => !asked.first.includes(path))),
  }
}
