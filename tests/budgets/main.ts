import { loadavg } from 'node:os'
import { type Browser, chromium } from '@playwright/test'
import { startServer } from '../harness/server.ts'
import { chromiumArguments, executablePath } from '../playwright.config.ts'
import { budgets } from './budgets.ts'
import { loadedEarly, shellScripts, sizeOf } from './bundle.ts'
import { type HomeLoad, loadHome } from './home.ts'
import { longTasksOfMatch } from './play.ts'

/** How many times slower the player's processor is than the one that measures. */
const slowdown = 4
/** How often Home is loaded; of an odd number one is in the middle. */
const loads = 5

type Figure = { what: string; is: number; most: number; unit: string }

const median = (values: readonly number[]): number => {
  const middle = [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]
  if (middle === undefined) throw new Error('the median of nothing')
  return middle
}

const tell = ({ what, is, most, unit }: Figure) => {
  const text = (value: number) => `${Number.isInteger(value) ? value : value.toFixed(3)}${unit}`
  console.log(
    `${is <= most ? 'ok  ' : 'OVER'}  ${what.padEnd(44)} ${text(is).padStart(12)}  of ${text(most)}`,
  )
  return is <= most
}

const weights = (home: HomeLoad): Figure[] => [
  {
    what: 'scripts index.html names, gzip',
    is: sizeOf(shellScripts()),
    most: budgets.shellBytes,
    unit: ' B',
  },
  { what: 'scripts of a cold Home, gzip', is: sizeOf(home.scripts), most: budgets.homeBytes, unit: ' B' },
]

const times = (homes: readonly HomeLoad[]): Figure[] => [
  {
    what: `Home, LCP at ${slowdown}× (median of ${loads})`,
    is: Math.round(median(homes.map(({ lcpMs }) => lcpMs))),
    most: budgets.lcpMs,
    unit: ' ms',
  },
  {
    what: `Home, CLS at ${slowdown}× (median of ${loads})`,
    is: median(homes.map(({ cls }) => cls)),
    most: budgets.cls,
    unit: '',
  },
]

const tasks = async (browser: Browser, url: string, rate: number): Promise<Figure> => {
  const long = await longTasksOfMatch(browser, url, rate)
  return {
    what: `a trial match, longest task at ${rate}×`,
    is: Math.round(Math.max(0, ...long)),
    most: budgets.longTaskMs,
    unit: ' ms',
  }
}

const measure = async (browser: Browser, url: string): Promise<boolean> => {
  const homes: HomeLoad[] = []
  for (let load = 0; load < loads; load += 1) homes.push(await loadHome(browser, url, slowdown))
  const [home] = homes
  if (!home) throw new Error('Home was not loaded')
  const early = loadedEarly(home.scripts)
  const figures = [...weights(home), ...times(homes)]
  for (const rate of [1, slowdown]) figures.push(await tasks(browser, url, rate))
  const kept = figures.map(tell)
  for (const one of early) console.log(`OVER  loaded before it is used: ${one}`)
  if (early.length === 0) console.log('ok    what is used later is not loaded')
  console.log(`Load of this machine at the end: ${loadavg()[0]?.toFixed(1)}. Times hold on a quiet one.`)
  return kept.every(Boolean) && early.length === 0
}

const server = await startServer({ PRACTICE_FILL_MS: '1500' })
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
