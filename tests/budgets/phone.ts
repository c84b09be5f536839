import type { Browser, CDPSession, Page } from '@playwright/test'

/**
 * How quick the phone is that a slowed-down page stands for, as Lighthouse's BenchmarkIndex: what Chrome DevTools calls
 * a mid-tier mobile, such as a Pixel 5 (`midScore` in its `CalibrationController.ts`). Its low tier is 264.
 */
export const phoneIndex = 1_000

/** How long each half of the benchmark runs, in milliseconds. */
const benchmarkMs = 250
/** Slowed down, a page is measured and the slowdown mended so often. */
const rounds = 4
/** The quickest of so many counts: what else the machine does can only make it slower. */
const tries = 3

/**
 * Runs in a page. Lighthouse's `computeBenchmarkIndex` (its `page-functions.js`): a tenth of the mean of how many
 * strings of 10,000 letters it builds in a second, and how many arrays of 100,000 numbers it copies.
 */
const benchmark = (forMs: number): number => {
  const roundsOf = (work: (round: number) => void) => {
    const began = performance.now()
    let count = 0
    while (performance.now() - began < forMs) work(count++)
    return (count * 1_000) / (performance.now() - began)
  }
  const letters = () => {
    let text = ''
    for (let at = 0; at < 10_000; at += 1) text += 'a'
    if (text.length !== 10_000) throw new Error('letters are missing')
  }
  const numbers = () => Array.from({ length: 100_000 }, (_, at) => at)
  const [one, other] = [numbers(), numbers()]
  const copy = (round: number) => {
    const [from, to] = round % 2 === 0 ? [one, other] : [other, one]
    for (let at = 0; at < from.length; at += 1) to[at] = from[at] ?? 0
  }
  return (roundsOf(letters) + roundsOf(copy)) / 20
}

const indexAt = async (page: Page, devtools: CDPSession, rate: number): Promise<number> => {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
  let best = 0
  for (let turn = 0; turn < tries; turn += 1)
    best = Math.max(best, await page.evaluate(benchmark, benchmarkMs))
  return best
}

/** The index of this machine, and how many times slower it is as quick as the phone; at least 1, rounded to a tenth. */
export const phoneHere = async (browser: Browser): Promise<{ index: number; slowdown: number }> => {
  const page = await browser.newPage()
  const devtools = await page.context().newCDPSession(page)
  // The first is optimized as it runs.
  await indexAt(page, devtools, 1)
  const index = await indexAt(page, devtools, 1)
  let slowdown = Math.max(1, index / phoneIndex)
  for (let round = 0; round < rounds && slowdown > 1; round += 1)
    slowdown = Math.max(1, (slowdown * (await indexAt(page, devtools, slowdown))) / phoneIndex)
  await page.close()
  return { index: Math.round(index), slowdown: Math.round(slowdown * 10) / 10 }
}
