import { loadavg } from 'node:os'
import { type Browser, chromium } from '@playwright/test'
import { manyFromOneAddress } from '../harness/accounts.ts'
import { startServer } from '../harness/server.ts'
import { quick } from '../harness/settings.ts'
import { chromiumArguments, executablePath } from '../playwright.config.ts'
import { budgets } from './budgets.ts'
import { loadedEarly, read, sizeOf, widgetPath } from './bundle.ts'
import { coldPage, type HomeLoad, type Kept, loadHome, newcomer } from './home.ts'
import { longTasksOfMatch } from './play.ts'
import { type HomeWeight, weighHome } from './weight.ts'

/** How many times slower the player's processor is than the one that measures. */
const slowdown = 4
/** How often Home is loaded; of an odd number one is in the middle. */
const loads = 5

/** `most` is null for what is told without a budget. */
type Figure = { what: string; is: number; most: number | null; unit: string }

const median = (values: readonly number[]): number => {
  const middle = [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]
  if (middle === undefined) throw new Error('the median of nothing')
  return middle
}

const tell = ({ what, is, most, unit }: Figure) => {
  const text = (value: number) => `${Number.isInteger(value) ? value : value.toFixed(3)}${unit}`
  const line = `${what.padEnd(52)} ${text(is).padStart(12)}`
  if (most === null) {
    console.log(`told  ${line}`)
    return true
  }
  console.log(`${is <= most ? 'ok  ' : 'OVER'}  ${line}  of ${text(most)}`)
  return is <= most
}

const bytes = (what: string, is: number, most: number): Figure => ({
  what: `cold Home, ${what}`,
  is,
  most,
  unit: ' B',
})

const weights = ({ shown, used, idle }: HomeWeight): Figure[] => [
  bytes('scripts it is shown with, gzip', sizeOf(shown), budgets.shownBytes),
  bytes('with those in use at once', sizeOf(used), budgets.usedBytes),
  bytes('with those an idle page gets in', sizeOf(idle), budgets.idleBytes),
  bytes('the support widget among these', sizeOf(read([widgetPath])), budgets.widgetBytes),
]

const loadHomes = async (browser: Browser, url: string, rate: number, kept?: Kept): Promise<HomeLoad[]> => {
  const homes: HomeLoad[] = []
  for (let load = 0; load < loads; load += 1) homes.push(await loadHome(browser, url, rate, kept))
  return homes
}

const lcp = (who: string, rate: number, homes: readonly HomeLoad[]): Figure => ({
  what: `Home, ${who}, LCP at ${rate}× (median of ${loads})`,
  is: Math.round(median(homes.map(({ lcpMs }) => lcpMs))),
  most: budgets.lcpMs,
  unit: ' ms',
})

const cls = (who: string, rate: number, homes: readonly HomeLoad[]): Figure => ({
  what: `Home, ${who}, CLS at ${rate}× (worst of ${loads})`,
  is: Math.max(...homes.map((home) => home.cls)),
  most: budgets.cls,
  unit: '',
})

const tasks = async (browser: Browser, url: string, rate: number): Promise<Figure> => {
  const long = await longTasksOfMatch(browser, url, rate)
  return {
    what: `a trial match, longest task at ${rate}×`,
    is: Math.round(Math.max(0, ...long)),
    // A board that is drawn by the processor, slowed down besides, is no phone: the budget is for full speed.
    most: rate === 1 ? budgets.longTaskMs : null,
    unit: ' ms',
  }
}

const measure = async (browser: Browser, url: string): Promise<boolean> => {
  const { page, close } = await coldPage(browser, 1)
  const weight = await weighHome(page, url)
  await close()
  const results = weights(weight).map(tell)
  const early = loadedEarly(weight.used)
  for (const one of early) console.log(`OVER  loaded before it is used: ${one}`)
  if (early.length === 0) console.log('ok    what is used later is not loaded')
  const visitors = [
    { who: 'signed out', kept: undefined },
    { who: 'signed in', kept: await newcomer(url) },
  ]
  for (const { who, kept } of visitors)
    for (const rate of [1, slowdown]) {
      const homes = await loadHomes(browser, url, rate, kept)
      results.push(tell(lcp(who, rate, homes)), tell(cls(who, rate, homes)))
    }
  for (const rate of [1, slowdown]) results.push(tell(await tasks(browser, url, rate)))
  console.log(`Load of this machine at the end: ${loadavg()[0]?.toFixed(1)}. Times hold on a quiet one.`)
  return results.every(Boolean) && early.length === 0
}

const server = await startServer({ ...quick, ...manyFromOneAddress })
try {
  const browser = await chromium.launch({
    args: chromiumArguments,
    ...(executablePath ? { executablePath } : {}),
  })
  process.exitCode = (await measure(browser, server.url)) ? 0 : 1
  await browser.close()
} finally {
  await server.remove()
}
