import { loadavg } from 'node:os'
import { type Browser, chromium } from '@playwright/test'
import { manyFromOneAddress } from '../harness/accounts.ts'
import { startServer } from '../harness/server.ts'
import { patient } from '../harness/settings.ts'
import { chromiumArguments, executablePath } from '../playwright.config.ts'
import { compareBrowsers } from './browsers.ts'
import { budgets } from './budgets.ts'
import { loadedEarly, read, sizeOf, widgetPath } from './bundle.ts'
import { coldPage, type HomeLoad, loadHome, newcomer, type StoredState } from './home.ts'
import { phoneHere, phoneIndex } from './phone.ts'
import { costOfMatch, type MatchCost } from './play.ts'
import { median, percentile, type Took } from './trace.ts'
import { type HomeWeight, weighHome } from './weight.ts'

/** How many times slower the player's processor is than the one that measures. */
const slowdown = 4
/** How often Home is loaded; of an odd number one is in the middle. */
const loads = 5
/** How many matches are played at each speed. */
const matches = 5

/** `most` is null for what is reported without a budget. */
type Figure = { what: string; is: number; most: number | null; unit: string }

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

const loadHomes = async (
  browser: Browser,
  url: string,
  rate: number,
  kept?: StoredState,
): Promise<HomeLoad[]> => {
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

const matchFigures = async (browser: Browser, url: string, rate: number): Promise<Figure[]> => {
  const costs: MatchCost[] = []
  for (let match = 0; match < matches; match += 1) costs.push(await costOfMatch(browser, url, rate))
  const all = (key: 'taps' | 'facts' | 'tasks') => costs.flatMap((cost) => cost[key])
  const figure = (what: string, is: number, most: number | null, unit = ' ms'): Figure => ({
    what: `a match at ${rate}×, ${what}`,
    is: Math.round(is),
    most,
    unit,
  })
  const toFrame = (what: string, took: readonly Took[]): Figure[] => {
    const share = (key: keyof Took, part: number) =>
      percentile(
        took.map((one) => one[key]),
        part,
      )
    return [
      figure(`${what} to its frame (median)`, share('ms', 0.5), null),
      figure(`${what} to its frame (p95 of ${took.length})`, share('ms', 0.95), budgets.frameMs),
      figure('of it our own (median)', share('ownMs', 0.5), null),
      figure('of it our own (p95)', share('ownMs', 0.95), null),
    ]
  }
  const longest = (key: keyof Took) => Math.max(0, ...all('tasks').map((task) => task[key]))
  return [
    ...toFrame('a press', all('taps')),
    ...toFrame('an opening', all('facts')),
    figure('the longest task', longest('ms'), null),
    figure('our longest task', longest('ownMs'), rate === slowdown ? budgets.slowTaskMs : budgets.longTaskMs),
    figure('frames at rest', Math.max(...costs.map(({ frames }) => frames)), 0, ''),
  ]
}

const measureMatches = async (browser: Browser, url: string): Promise<boolean[]> => {
  const played = async (rate: number) => (await matchFigures(browser, url, rate)).map(tell)
  const results = await played(1)
  const phone = await phoneHere(browser)
  console.log(
    `The index of this machine is ${phone.index}; ${phone.slowdown} times slower, it is a phone of ${phoneIndex}.`,
  )
  results.push(...(await played(phone.slowdown)), ...(await played(slowdown)))
  return results
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
  results.push(...(await measureMatches(browser, url)))
  console.log(`Load of this machine at the end: ${loadavg()[0]?.toFixed(1)}. Times hold on a quiet one.`)
  return results.every(Boolean) && early.length === 0
}

const server = await startServer({
  // Practice opponents come at once, and think for as long as they do for players.
  ...patient,
  ...manyFromOneAddress,
  PRACTICE_FILL_MS: '50',
})
/** `npm run budgets -- match` measures matches alone, `-- browsers` compares two browsers instead. */
const [part] = process.argv.slice(2)
try {
  if (part === 'browsers') await compareBrowsers(server.url)
  else {
    const browser = await chromium.launch({
      args: chromiumArguments,
      ...(executablePath ? { executablePath } : {}),
    })
    const isWithin =
      part === 'match'
        ? (await measureMatches(browser, server.url)).every(Boolean)
        : await measure(browser, server.url)
    process.exitCode = isWithin ? 0 : 1
    await browser.close()
  }
} finally {
  await server.remove()
}
